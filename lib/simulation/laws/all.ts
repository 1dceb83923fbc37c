import { withinBudget } from './budgets.ts';
import { modeHeeded, tokenNowhere, undisturbedPassesSucceed } from './conduct.ts';
import type { Law } from './law.ts';
import { neverBelowProvisioned, oneAutoscaler } from './maximums.ts';
import { onlyOurs, onlySelected } from './scope.ts';

/** Every law that is checked at each write and after each pass. */
export const laws: readonly Law[] = [
  neverBelowProvisioned,
  oneAutoscaler,
  withinBudget,
  onlySelected,
  onlyOurs,
  tokenNowhere,
  modeHeeded,
  undisturbedPassesSucceed,
];
