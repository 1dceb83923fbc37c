import { availableParallelism } from 'node:os';
import { dayMs, hourMs } from '../../../core/model/durations.ts';
import { counted, grouped } from '../../../core/model/visible-text.ts';
import { compareLives } from '../../../core/twin/comparison.ts';
import type { SimulatedPolicies } from '../../../dashboard/pages/simulation/policies.ts';
import type { Store } from '../../../ports.ts';
import { scenarioOf, unknownGrowths } from '../../../simulate/from-store/scenario-of.ts';
import { storedOrganization } from '../../../simulate/from-store/stored.ts';
import {
  livePolicies,
  type NamedPolicy,
  noPolicy,
  type SimulationSetup,
  simulationOf,
} from '../../session/simulation/simulate-policies.ts';
import { simulatedPolicies } from '../../views/simulation/html.ts';

/** Few days, seeds and passes: a reader waits for the page. */
const usualSetup: SimulationSetup = { days: 30, seeds: 3, seed: 1, every: 6 * hourMs, approveAfter: dayMs };

/** To fit the growth of more disks would keep the pages waiting, and their months would not end in time. */
const mostServices = 1000;

const command = 'headroom simulate --from-store --policy FILE --against EDITED';

export interface MonthsOptions {
  /** Other than the usual. */
  readonly setup?: Partial<SimulationSetup>;
  /** Ends a simulation: it takes too long for a page, a newer one has begun, or the dashboard has ended. */
  readonly signal: AbortSignal;
}

/**
 * The next months of the store's organization without a policy and under some, by the code of `headroom simulate --from-store`.
 * @throws Error for too many services, and if no seed ended in time
 */
export const trialMonths = async (
  store: Store,
  policies: readonly NamedPolicy[],
  { setup: more, signal }: MonthsOptions,
): Promise<SimulatedPolicies> => {
  const setup = { ...usualSetup, ...more };
  const stored = await storedOrganization(store);
  const services = stored.projects.reduce((sum, project) => sum + project.services.length, 0);
  if (services > mostServices)
    throw new Error(
      `This page simulates at most ${grouped(mostServices)} services, and the store has ${grouped(services)}: ${command}`,
    );
  const organization = { scenario: scenarioOf(stored), source: 'the store' };
  const living = { threads: availableParallelism(), signal, onDay: () => undefined };
  const lives = await livePolicies(setup, organization, [noPolicy, ...policies], living).catch((error: unknown) => {
    throw signal.aborted
      ? new Error(`No seed ended before the time of this page, or before a newer simulation began: ${command}`)
      : error;
  });
  const comparison = compareLives(lives);
  const simulated = simulatedPolicies(simulationOf(setup, organization, comparison));
  const unknown = unknownGrowths(organization.scenario);
  const omissions = organization.scenario.stored?.omissions ?? [];
  return {
    ...simulated,
    warnings: [
      ...simulated.warnings,
      ...(comparison.seeds < setup.seeds
        ? [`Only ${comparison.seeds} of ${setup.seeds} seeds ended in the time of this page.`]
        : []),
      ...(unknown.length > 0
        ? [`The growth of ${counted(unknown.length, 'disk')} is not measured; these grow as is typical of their types.`]
        : []),
    ],
    tables: [
      ...simulated.tables,
      { title: 'Disks without a measured growth', head: ['service'], rows: unknown.map((name) => [name]) },
      { title: 'Left out', head: ['what', 'why'], rows: omissions.map(({ place, why }) => [place, why]) },
    ].filter(({ rows }) => rows.length > 0),
  };
};
