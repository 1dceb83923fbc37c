import type { Change, ChangeResult } from '../change/change.ts';
import type { Finding } from '../model/decision.ts';
import { groupBy, serviceKey } from '../model/grouping.ts';

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

/**
 * Findings that the changes of a plan were to resolve, and did not: a change that failed, or that no one began, resolves nothing.
 * Each says what became of its change, because its remedy is that change.
 */
export const notResolved = (
  resolves: readonly Finding[],
  changes: readonly Change[],
  results: readonly ChangeResult[],
): Finding[] => {
  const planned = groupBy(changes, serviceKey);
  const ended = groupBy(results, serviceKey);
  return resolves.flatMap((finding) => {
    const key = serviceKey(finding);
    const why = whyNot(planned.get(key), ended.get(key));
    return why === undefined ? [] : [{ ...finding, message: `${finding.message} ${why}` }];
  });
};
