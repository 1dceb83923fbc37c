import { costOfGb } from '../model/money.ts';
import type { Allocation, Claim } from './budget.ts';

interface Candidate {
  readonly claim: Claim;
  readonly shareGb: number;
  /** The current maximum if it differs from the share by less than the dead band, otherwise the share. */
  readonly bandedGb: number;
}

const costOf = (candidates: readonly Candidate[], gbOf: (candidate: Candidate) => number): bigint =>
  candidates.reduce((sum, candidate) => sum + costOfGb(candidate.claim.price, gbOf(candidate)), 0n);

/**
 * Skips changes of less than a dead band, so that small fluctuations cause no writes (design §8). Raises below the band
 * are always skipped. Lowers below it are skipped while all maximums together stay within the budget; otherwise all of
 * them are applied.
 * @param currentGb the current maximum of a service; null when it has none, and then gets its share
 * @returns the maximum of every claim, in whole GB
 */
export const applyDeadBand = (
  { shares, monthly }: Allocation,
  currentGb: (claim: Claim) => number | null,
  deadBandGb: number,
): Map<Claim, number> => {
  const candidates = shares.map(({ claim, gb }): Candidate => {
    const current = currentGb(claim);
    const isSmall = current !== null && Math.abs(current - gb) < deadBandGb && current >= claim.floorGb;
    return { claim, shareGb: gb, bandedGb: isSmall ? current : gb };
  });
  const fits = costOf(candidates, ({ bandedGb }) => bandedGb) <= monthly;
  return new Map(
    candidates.map(({ claim, shareGb, bandedGb }) => [claim, fits ? bandedGb : Math.min(shareGb, bandedGb)]),
  );
};
