import { basename } from 'node:path';
import { dayMs, hourMs } from '../../core/model/durations.ts';
import { compareLives } from '../../core/twin/comparison.ts';
import type { SimulationState } from '../../dashboard/pages/simulated-policies.ts';
import { livePolicies, noPolicy, type SimulationSetup, simulationOf } from '../session/simulation/simulate-policies.ts';
import { readScenario } from '../session/simulation/simulated-organization.ts';
import { readSimulatedPolicy } from '../session/simulation/simulated-policy.ts';
import { simulatedPolicies } from '../views/simulation/html.ts';

/** Few seeds and passes: a reader waits for the page. */
const setup: SimulationSetup = {
  days: 90,
  seeds: 3,
  seed: 1,
  every: 6 * hourMs,
  approveAfter: dayMs,
  faults: 'none',
};

interface SimulationOnDemand {
  /** Policy files, compared in this order. */
  readonly policies: readonly string[];
  /** Scenario file; absent: the sample organization. */
  readonly scenario: string | undefined;
  readonly signal: AbortSignal;
  readonly setup?: Partial<SimulationSetup>;
}

/** Simulates policies when they are first asked for. @returns how far it is, each time it is asked */
export const simulationOnDemand = ({ policies: files, scenario, signal, setup: more }: SimulationOnDemand) => {
  const chosen = { ...setup, ...more };
  let state: SimulationState | undefined;
  const simulate = async (): Promise<SimulationState> => {
    let [doneDays, days] = [0, 0];
    const note = () => {
      state = { kind: 'running', doneDays, days };
    };
    const organization = await readScenario(scenario);
    const read = files.map(async (file) => ({
      name: basename(file),
      policy: await readSimulatedPolicy(file, [], 'documented'),
    }));
    const lives = await livePolicies(chosen, organization, [noPolicy, ...(await Promise.all(read))], {
      threads: 1,
      signal,
      onMore: (count) => {
        days = count * chosen.days;
        note();
      },
      onDay: () => {
        doneDays += 1;
        note();
      },
    });
    return { kind: 'done', simulated: simulatedPolicies(simulationOf(chosen, organization, compareLives(lives))) };
  };
  return (): SimulationState => {
    if (state === undefined) {
      state = { kind: 'running', doneDays: 0, days: chosen.days };
      simulate().then(
        (done) => {
          state = done;
        },
        (error: unknown) => {
          state = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
        },
      );
    }
    return state;
  };
};
