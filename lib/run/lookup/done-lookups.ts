import { type Lookup, lookupText } from '../../core/plan/lookups.ts';

/** Lookups that a run has made. */
export interface DoneLookups {
  readonly runId: string;
  /** Whether it asks no more: what the store has is the answer, also if it has none. */
  readonly has: (lookup: Lookup) => boolean;
  /** Services that it measured. */
  readonly measured: number;
  /** Whether it asks again for expired answers. */
  readonly refreshes: boolean;
}

/**
 * Rounds of lookups of one run: sizes and prices come first, then what depends on them, then event logs; one is left for
 * lookups that follow from answers.
 */
const mostRounds = 4;

/** @param lookups of the earlier rounds; no round repeats a lookup */
export const doneLookups = (
  run: Pick<DoneLookups, 'runId' | 'refreshes'>,
  { rounds, lookups }: { readonly rounds: number; readonly lookups: readonly Lookup[] },
): DoneLookups => {
  const texts = new Set(lookups.map(lookupText));
  return {
    ...run,
    has: (lookup) => rounds >= mostRounds || texts.has(lookupText(lookup)),
    measured: lookups.filter(({ kind }) => kind === 'usage').length,
  };
};
