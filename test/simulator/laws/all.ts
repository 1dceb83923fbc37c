import { withinBudget } from './budgets.ts';
import { tokenNowhere } from './conduct.ts';
import { fullDisksReported } from './full-disks.ts';
import type { Law } from './law.ts';
import { neverBelowProvisioned, oneAutoscaler } from './maximums.ts';
import { metricsAreTrue, statusIsTrue } from './measured.ts';
import { undisturbedPassesSucceed } from './outcomes.ts';
import { reportIsTrue } from './reported.ts';
import { approvalHeeded, freezeHeeded, modeHeeded, onlyUndone } from './restraints.ts';
import { onlyOurs, onlySelected } from './scope.ts';
import { neverAboveWanted, onlyBaselines } from './wanted.ts';

/** Laws that hold at each write and after each pass, whatever dies. */
export const lawsUnderFaults: readonly Law[] = [
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
];

/** Every law that is checked at each write and after each pass; the last five speak of passes that no fault disturbs. */
export const laws: readonly Law[] = [
  ...lawsUnderFaults,
  undisturbedPassesSucceed,
  reportIsTrue,
  metricsAreTrue,
  statusIsTrue,
  fullDisksReported,
];
