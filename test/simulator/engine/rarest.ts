import { type FaultKind, type FaultRates, faultKinds } from './faults.ts';

/** Kinds that the next seed of a soak meets more of: enough to pull up every kind that has few opportunities. */
const fewest = 8;

/** By how much the rate of such a kind grows. */
const factor = 10;

/** The kinds that struck least so far; of equal ones the first. */
export const rarestOf = (counts: Readonly<Record<FaultKind, number>>): readonly FaultKind[] =>
  faultKinds.toSorted((a, b) => counts[a] - counts[b]).slice(0, fewest);

/** Rates with far more of some kinds. A kind without a rate still never strikes. */
export const withMoreOf = (rates: FaultRates, kinds: readonly FaultKind[]): FaultRates => ({
  ...rates,
  ...Object.fromEntries(
    kinds.flatMap((kind) => {
      const rate = rates[kind];
      return rate === undefined ? [] : [[kind, Math.min(1, rate * factor)]];
    }),
  ),
});
