import type { Lookup } from '../../core/plan/lookups.ts';
import type { PlatformPorts } from '../../ports.ts';
import { type DoneLookups, doneLookups } from './done-lookups.ts';
import { lookUp } from './look-up.ts';

/**
 * Repeats an attempt, and makes the lookups in between that the attempt leaves open: for commands, which need no task that
 * does so. It has as many rounds as a run.
 * @param onRound called with the lookups of a round; what it returns is called after each of them
 * @throws platform errors that concern every lookup
 */
export const untilLookedUp = async <T extends { readonly lookups: readonly Lookup[] }>(
  ports: PlatformPorts,
  runId: string,
  attempt: (done: DoneLookups) => Promise<T>,
  onRound?: (lookups: readonly Lookup[]) => (lookup: Lookup) => void,
): Promise<T> => {
  const lookups: Lookup[] = [];
  for (let rounds = 0; ; rounds += 1) {
    const result = await attempt(doneLookups({ runId, refreshes: true }, { rounds, lookups }));
    if (result.lookups.length === 0) return result;
    const onAttempted = onRound?.(result.lookups);
    await lookUp(ports, runId, result.lookups, (lookup) => lookups.push(lookup), onAttempted);
  }
};
