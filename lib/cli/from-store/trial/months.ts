import { availableParallelism } from 'node:os';
import { scenarioOf, unknownGrowths } from '../../../simulate/from-store/scenario-of.ts';
import { storedOrganization } from '../../../simulate/from-store/stored.ts';
import { dayMs, hourMs } from '../../../core/model/durations.ts';
import { counted, grouped } from '../../../core/model/visible-text.ts';
import { compareLives, type PolicyLives } from '../../../core/twin/comparison.ts';
import type { SimulatedPolicies } from '../../../dashboard/pages/simulation/policies.ts';
import type { Months } from '../../../dashboard/pages/simulation/trial.ts';
import type { Store } from '../../../ports.ts';
import type { LivedPolicy } from '../../../simulate/live.ts';
import {
  livePolicies,
  type NamedPolicy,
  noPolicy,
  type SimulationSetup,
  simulationOf,
} from '../../session/simulation/simulate-policies.ts';
import type { SimulatedOrganization } from '../../session/simulation/simulated-organization.ts';
import { simulatedPolicies } from '../../views/simulation/html.ts';

/** The next months of the store's organization under an edited policy, by the code of `headroom simulate --from-store`. */

/** Few days, seeds and passes: a reader waits for the page. */
const usualSetup: SimulationSetup = {
  days: 30,
  seeds: 3,
  seed: 1,
  every: 6 * hourMs,
  approveAfter: dayMs,
};

/** To fit the growth of more disks would keep the pages waiting, and their months would not end in time. */
const mostServices = 1000;

const command = 'headroom simulate --from-store --policy FILE --against EDITED';

const readOrganization = async (store: Store): Promise<SimulatedOrganization> => {
  const organization = await storedOrganization(store);
  const services = organization.projects.reduce((sum, project) => sum + project.services.length, 0);
  if (services > mostServices)
    throw new Error(
      `This page simulates at most ${grouped(mostServices)} services, and the store has ${grouped(services)}: ${command}`,
    );
  return { scenario: scenarioOf(organization), source: 'the store' };
};

/** Keeps what was made last, as long as it is asked for by the same key; what failed is made again. */
const createKept = <T>() => {
  let kept: { readonly key: string; readonly made: Promise<T> } | undefined;
  return {
    has: (key: string): boolean => kept?.key === key,
    get: (key: string, make: () => Promise<T>): Promise<T> => {
      if (kept?.key !== key) {
        const now = { key, made: make() };
        kept = now;
        now.made.catch(() => {
          if (kept === now) kept = undefined;
        });
      }
      return kept.made;
    },
  };
};

/** What the figures leave out or assume, by name. */
const withGaps = (
  simulated: SimulatedPolicies,
  { scenario }: SimulatedOrganization,
  { seeds, asked }: { readonly seeds: number; readonly asked: number },
): SimulatedPolicies => {
  const unknown = unknownGrowths(scenario);
  const omissions = scenario.stored?.omissions ?? [];
  return {
    ...simulated,
    warnings: [
      ...simulated.warnings,
      ...(seeds < asked ? [`Only ${seeds} of ${asked} seeds ended in the time of this page.`] : []),
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

/** The seeds that all policies have lived. */
const inSharedSeeds = (all: readonly PolicyLives[]): PolicyLives[] => {
  const seeds = Math.min(...all.map(({ lives }) => lives.length));
  return all.map(({ name, lives }) => ({ name, lives: lives.slice(0, seeds) }));
};

interface TrialPolicies {
  /** Of the run whose readings are simulated. */
  readonly runId: string;
  readonly inForce: LivedPolicy;
  readonly edited: LivedPolicy;
}

export interface MonthsOptions {
  /** A new signal that ends a simulation which takes too long for a page. */
  readonly timeLimit: () => AbortSignal;
  /** Other than the usual. */
  readonly setup?: Partial<SimulationSetup>;
  /** The dashboard has ended. */
  readonly closed: AbortSignal;
}

/** Simulates edited policies. What the store's own policy does is simulated once for each run that it has. */
export const createTrialMonths = (store: Store, { timeLimit, closed, setup: more }: MonthsOptions) => {
  const setup = { ...usualSetup, ...more };
  const organizations = createKept<SimulatedOrganization>();
  const baselines = createKept<PolicyLives[]>();
  let onDay = () => {};

  const live = async (
    organization: SimulatedOrganization,
    policies: readonly NamedPolicy[],
    { seeds = setup.seeds, signals = [] }: { readonly seeds?: number; readonly signals?: readonly AbortSignal[] } = {},
  ) => {
    const [ending, over] = [new AbortController(), new AbortController()];
    // Not AbortSignal.any: Node.js 20 forgets the timer of a signal that only another signal knows.
    for (const signal of [closed, timeLimit(), ...signals]) {
      if (signal.aborted) ending.abort();
      signal.addEventListener('abort', () => ending.abort(), { signal: over.signal });
    }
    const onThisDay = () => onDay();
    const options = { threads: availableParallelism(), signal: ending.signal, onDay: onThisDay };
    try {
      return await livePolicies({ ...setup, seeds }, organization, policies, options);
    } finally {
      over.abort();
    }
  };

  const compared = async ({ runId, inForce, edited }: TrialPolicies, signal: AbortSignal, note: () => void) => {
    const organization = await organizations.get(runId, () => readOrganization(store));
    onDay = note;
    const baseline = await baselines.get(JSON.stringify([runId, inForce]), () =>
      // A newer text has the same policy in force: what it needs goes on.
      live(organization, [noPolicy, { name: 'policy in force', policy: inForce }]),
    );
    signal.throwIfAborted();
    onDay = note;
    const own = edited.text === inForce.text ? [] : [{ name: 'edited policy', policy: edited }];
    const seeds = baseline[0]?.lives.length ?? 0;
    const lives = own.length === 0 ? [] : await live(organization, own, { seeds, signals: [signal] });
    const comparison = compareLives(inSharedSeeds([...baseline, ...lives]));
    const simulated = simulatedPolicies(simulationOf(setup, organization, comparison));
    return withGaps(simulated, organization, { seeds: comparison.seeds, asked: setup.seeds });
  };

  /** @param show is called while days are simulated */
  return async (policies: TrialPolicies, signal: AbortSignal, show: (months: Months) => void): Promise<Months> => {
    const { runId, inForce, edited } = policies;
    const known = baselines.has(JSON.stringify([runId, inForce])) ? 0 : 2;
    const days = setup.days * setup.seeds * (known + Number(edited.text !== inForce.text));
    let doneDays = 0;
    const note = () => {
      doneDays = Math.min(days, doneDays + 1);
      if (doneDays % setup.days === 0) show({ kind: 'running', doneDays, days });
    };
    show({ kind: 'running', doneDays, days });
    try {
      return { kind: 'done', simulated: await compared(policies, signal, note) };
    } catch (error) {
      if (signal.aborted) return { kind: 'failed', message: 'A newer simulation on this dashboard ended this one.' };
      const why = error instanceof Error ? error.message : String(error);
      const isLate = why.startsWith('interrupted');
      return { kind: 'failed', message: isLate ? `No seed ended in the time of this page: ${command}` : why };
    }
  };
};
