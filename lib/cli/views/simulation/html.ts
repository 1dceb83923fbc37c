import { styleText } from '../../../dashboard/http/assets.ts';
import { simulatedPoliciesFile } from '../../../dashboard/pages/simulation/policies.ts';
import { conditionLine, tablesOf, waitingLines } from './parts.ts';
import { rangeLegend, type Simulation, titleOf } from './simulation.ts';

/** A simulation as one HTML file with curves, which needs no network. */
export const simulationHtml = (simulation: Simulation): string => {
  const failed = simulation.conditions.filter(({ fails }) => fails).map(conditionLine);
  const shown = {
    title: `Simulation of ${simulation.organization.name}`,
    lines: [titleOf(simulation), ...[rangeLegend(simulation)].flatMap((line) => line ?? [])],
    warnings: [...failed, ...waitingLines(simulation)],
    tables: tablesOf(simulation),
    policies: simulation.policies,
  };
  return simulatedPoliciesFile(shown, styleText());
};
