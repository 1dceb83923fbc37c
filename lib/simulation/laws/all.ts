import { withinBudget } from './budgets.ts';
import { tokenNowhere } from './conduct.ts';
import type { Law } from './law.ts';
import { neverBelowProvisioned, oneAutoscaler } from './maximums.ts';
import { metricsAreTrue, statusIsTrue } from './measured.ts';
import { undisturbedPassesSucceed } from './outcomes.ts';
import { reportIsTrue } from './reported.ts';
import { approvalHeeded, freezeHeeded, modeHeeded, onlyUndone } from './restraints.ts';
import { onlyOurs, onlySelected } from './scope.ts';
import { neverAboveWanted, onlyBaselines } from './wanted.ts';

/** Every law that is checked at each write and after each pass. */
export const laws: readonly Law[] = [
  neverBelowProvisioned,
  oneAutoscaler,
  withinBudget,
  onlySelected,
  neverAboveWanted,
  onlyBaselines,
  onlyOurs,
  onlyUndone,
  tokenNowhere,
  modeHeeded,
  freezeHeeded,
  approvalHeeded,
  undisturbedPassesSucceed,
  reportIsTrue,
  metricsAreTrue,
  statusIsTrue,
];
