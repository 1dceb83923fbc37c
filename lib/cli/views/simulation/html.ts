import { styleText } from '../../../dashboard/http/assets.ts';
import { type SimulatedPolicies, simulatedPoliciesFile } from '../../../dashboard/pages/simulation/policies.ts';
import { conditionLine, tablesOf, waitingLines } from './parts.ts';
import { rangeLegend, type Simulation, titleOf } from './simulation.ts';

/** A simulation as the pages show it. */
export const simulatedPolicies = (simulation: Simulation): SimulatedPolicies => ({
  title: `Simulation of ${simulation.organization.name}`,
  lines: [titleOf(simulation), ...[rangeLegend(simulation)].flatMap((line) => line ?? [])],
  warnings: [...simulation.conditions.filter(({ fails }) => fails).map(conditionLine), ...waitingLines(simulation)],
  tables: tablesOf(simulation),
  policies: simulation.policies,
});

/** A simulation as one HTML file with curves, which needs no network. */
export const simulationHtml = (simulation: Simulation): string =>
  simulatedPoliciesFile(simulatedPolicies(simulation), styleText());
