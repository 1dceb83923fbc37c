import type { BudgetPrice } from './budget-price.ts';
import type { Trial } from './frontier.ts';

/** What a search for a better policy found. */
export interface Suggestion {
  /** The wanted point, as it was written. */
  readonly wanted: string;
  /** Policies that were tried, with the worst seed. */
  readonly tried: number;
  /** From the cheapest to the safest; the policy as it is has no changes. */
  readonly frontier: readonly Trial[];
  /** Of every budget, in the worst seed. */
  readonly prices: readonly BudgetPrice[];
  /** The smallest change that reaches the point in every seed, else the safest one. */
  readonly best: Trial;
  readonly isReached: boolean;
  /** False: the search was interrupted, and `best` is the best so far, which may have been tried with the worst seed alone. */
  readonly isWhole: boolean;
  /** Of `best`, in unified form; empty if the policy needs no change. */
  readonly patch: string;
}
