import type { ChangeResult } from '../change/change.ts';
import type { Finding } from '../model/decision.ts';
import { groupBy, serviceKey } from '../model/grouping.ts';

/** What became of the changes of one service; undefined once all of them are confirmed. */
const whyNot = (own: readonly ChangeResult[] = []): string | undefined => {
  const unfinished = own.find(({ status }) => status !== 'confirmed');
  if (unfinished === undefined) return own.length === 0 ? 'Its change waits for a later run.' : undefined;
  const { status, error = '' } = unfinished;
  return `Its change ${status === 'failed' ? '' : 'is '}${status}${error === '' ? '' : `: ${error}`}.`;
};

/**
 * Findings that the changes of a plan were to resolve, and did not: a change that failed, or that no one began, resolves nothing.
 * Each says what became of its change, because its remedy is that change.
 */
export const notResolved = (resolves: readonly Finding[], results: readonly ChangeResult[]): Finding[] => {
  const byService = groupBy(results, serviceKey);
  return resolves.flatMap((finding) => {
    const why = whyNot(byService.get(serviceKey(finding)));
    return why === undefined ? [] : [{ ...finding, message: `${finding.message} ${why}` }];
  });
};
