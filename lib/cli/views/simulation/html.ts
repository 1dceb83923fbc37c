import type { Suggestion } from '../../../core/twin/suggestion/suggestion.ts';
import { styleText } from '../../../dashboard/http/assets.ts';
import { type SimulatedPolicies, simulatedPoliciesFile } from '../../../dashboard/pages/simulation/policies.ts';
import { conditionLine, tablesOf, waitingLines } from './parts.ts';
import { rangeLegend, type Simulation, titleOf } from './simulation.ts';
import { frontierHead, frontierRows, priceHead, priceRows, suggestionLine } from './suggestion.ts';

/** A simulation as the pages show it. */
export const simulatedPolicies = (simulation: Simulation, suggestion?: Suggestion): SimulatedPolicies => ({
  title: `Simulation of ${simulation.organization.name}`,
  lines: [titleOf(simulation), ...[rangeLegend(simulation)].flatMap((line) => line ?? [])],
  warnings: [...simulation.conditions.filter(({ fails }) => fails).map(conditionLine), ...waitingLines(simulation)],
  tables: [
    ...tablesOf(simulation),
    ...(suggestion === undefined
      ? []
      : [
          { title: `Suggestion: ${suggestionLine(suggestion)}`, head: frontierHead, rows: frontierRows(suggestion) },
          { title: 'Price of an avoided hour', head: priceHead, rows: priceRows(suggestion) },
        ]),
  ],
  policies: simulation.policies,
});

/** A simulation as one HTML file with curves, which needs no network. */
export const simulationHtml = (simulation: Simulation, suggestion?: Suggestion): string =>
  simulatedPoliciesFile(simulatedPolicies(simulation, suggestion), styleText());
