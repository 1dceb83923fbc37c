import type { Change, ChangeResult } from '../change/change.ts';
import type { Finding } from '../model/decision.ts';
import { groupBy, type ServiceName, serviceKey } from '../model/grouping.ts';

/** What became of the changes of one service; undefined once all of them are confirmed. */
const whyNot = (planned: readonly Change[] = [], own: readonly ChangeResult[] = []): string | undefined => {
  const unfinished = own.find(({ status }) => status !== 'confirmed');
  // A run that ended early has begun some of them.
  const isBegun = own.length > 0 && own.length >= planned.length;
  if (unfinished === undefined) return isBegun ? undefined : 'Its change waits for a later run.';
  const { status, error = '' } = unfinished;
  const cause = error === '' ? '' : `: ${error.replace(/\.$/, '')}`;
  return `Its change ${status === 'failed' ? '' : 'is '}${status}${cause}.`;
};

/** What a plan was to resolve, and by what. */
interface Resolving {
  readonly resolves?: readonly Finding[];
  readonly changes: readonly Change[];
  readonly budgets: readonly { readonly name: string; readonly shares: readonly ServiceName[] }[];
}

/**
 * Findings that the changes of a plan were to resolve, and did not: a change that failed, or that no one began, resolves nothing.
 * Each says what became of its change, because its remedy is that change. A finding of a budget is about what is in force in it, so
 * all lower maximums of its services resolve it.
 */
export const notResolved = (
  { resolves = [], changes, budgets }: Resolving,
  results: readonly ChangeResult[],
): Finding[] => {
  const planned = groupBy(changes, serviceKey);
  const ended = groupBy(results, serviceKey);
  const lowersOf = <T extends Change>(all: ReadonlyMap<string, readonly T[]>, budget: string): T[] => {
    const shares = budgets.find(({ name }) => name === budget)?.shares ?? [];
    return shares.flatMap((share) => all.get(serviceKey(share)) ?? []).filter(({ phase }) => phase === 'release');
  };
  return resolves.flatMap((finding) => {
    const { service, subject = '' } = finding;
    const key = serviceKey(finding);
    const why =
      service === ''
        ? whyNot(lowersOf(planned, subject), lowersOf(ended, subject))
        : whyNot(planned.get(key), ended.get(key));
    return why === undefined ? [] : [{ ...finding, message: `${finding.message} ${why}` }];
  });
};
