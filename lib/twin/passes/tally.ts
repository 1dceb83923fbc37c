/** Treatment of a pass that would find the organization unchanged since the last one. */
export type Unchanged = 'live' | 'skip';

/**
 * Why a pass is lived: faults can strike in it, something else happens soon, Headroom looks something up again, forecasts
 * move, a date is near, the last pass left something to do, something has changed, it does more than others, or it proves
 * that nothing has changed.
 */
export type PassReason =
  | 'full'
  | 'faults'
  | 'soon'
  | 'asked again'
  | 'forecast'
  | 'date'
  | 'unsettled'
  | 'changed'
  | 'proof';

/** Counts of unchanged passes and watches: left out, and lived to prove that they would write nothing. */
export interface SparingCounts {
  readonly skipped: number;
  readonly proven: number;
  /** Scheduled passes that were lived, by why. */
  readonly lived: Readonly<Partial<Record<PassReason, number>>>;
}

/** Of so many unchanged passes, and of so many unchanged watches, one is lived all the same. */
const usualProofEvery = 10;

/** Counts passes by their treatment, and chooses unchanged passes that are lived as proof. */
export const createTally = (unchanged: Unchanged, proofEvery = usualProofEvery) => {
  const spared = { skipped: 0, proven: 0, lived: {} as Partial<Record<PassReason, number>> };
  const unchangedSoFar = { pass: 0, watch: 0 };
  return {
    spared: spared satisfies SparingCounts,
    count: (reason: PassReason): void => {
      spared.lived[reason] = (spared.lived[reason] ?? 0) + 1;
    },
    /** Whether something that is unchanged is left out this time. */
    isLeftOut: (kind: 'pass' | 'watch'): boolean => {
      unchangedSoFar[kind] += 1;
      const isProof = unchanged === 'live' || unchangedSoFar[kind] % proofEvery === 0;
      if (isProof) spared.proven += 1;
      else spared.skipped += 1;
      return !isProof;
    },
  };
};
