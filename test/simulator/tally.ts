import type { PassReason, Unchanged } from './sparing/unchanged.ts';

/** Counts of unchanged passes and watches: left out, and lived to prove that they would write nothing. */
export interface SparingCounts {
  readonly skipped: number;
  readonly proven: number;
  /** Scheduled passes that were lived, by why. */
  readonly lived: Readonly<Partial<Record<PassReason, number>>>;
}

/** Of so many unchanged passes, and of so many unchanged watches, one is lived all the same. */
export const proofEvery = 10;

/** Counts passes and watches by their treatment, and chooses unchanged watches that are lived as proof. */
export const createTally = (unchanged: Unchanged) => {
  const spared = { skipped: 0, proven: 0, lived: {} as Partial<Record<PassReason, number>> };
  let unchangedWatches = 0;
  return {
    spared: spared satisfies SparingCounts,
    count: (treatment: PassReason | 'skipped'): void => {
      if (treatment === 'skipped') {
        spared.skipped += 1;
        return;
      }
      if (treatment === 'proof') spared.proven += 1;
      spared.lived[treatment] = (spared.lived[treatment] ?? 0) + 1;
    },
    /** Whether an unchanged watch is left out this time. */
    isWatchLeftOut: (): boolean => {
      unchangedWatches += 1;
      const isProof = unchanged === 'live' || unchangedWatches % proofEvery === 0;
      if (isProof) spared.proven += 1;
      else spared.skipped += 1;
      return !isProof;
    },
  };
};
