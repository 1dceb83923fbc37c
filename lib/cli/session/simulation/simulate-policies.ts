import { hourMs } from '../../../core/model/durations.ts';
import type { Comparison, PolicyLives, PolicyResult } from '../../../core/twin/comparison.ts';
import { type FailOn, judge } from '../../../core/twin/fail-on.ts';
import { parsePolicy } from '../../../documents/documents.ts';
import { keys } from '../../../run/store/keys.ts';
import { type AllLivesOptions, allLives } from '../../../simulate/all-lives.ts';
import { withPolicyPrices } from '../../../simulate/from-store/policy-prices.ts';
import type { LifeOptions, LivedPolicy } from '../../../simulate/live.ts';
import type { Simulation } from '../../views/simulation/simulation.ts';
import type { SimulatedOrganization } from './simulated-organization.ts';

/** How policies are simulated. */
interface SimulationSetup {
  readonly days: number;
  readonly seeds: number;
  /** The first seed. */
  readonly seed: number;
  /** Milliseconds between two passes. */
  readonly every: number;
  /** Milliseconds until a plan is approved; Infinity: never. */
  readonly approveAfter: number;
}

/** A policy and its file; null for both: the life without a policy. */
export interface NamedPolicy {
  readonly name: string | null;
  readonly policy: LivedPolicy | null;
}

const hoursOf = (ms: number): number | null => (Number.isFinite(ms) ? ms / hourMs : null);

/** The lives of each policy, of the seeds that all policies have lived. */
const byPolicy = (lives: Awaited<ReturnType<typeof allLives>>, policies: readonly NamedPolicy[]): PolicyLives[] => {
  const count = policies.length;
  const seeds = Array.from({ length: lives.length / count }, (_, seed) =>
    lives.slice(seed * count, (seed + 1) * count),
  );
  const whole = seeds.filter((all) => all.every((life) => life !== undefined));
  return policies.map(({ name }, index) => ({ name, lives: whole.flatMap((all) => all[index] ?? []) }));
};

/** The lives of all policies in all seeds. @throws Error if an interrupt came before the first seed was lived; for an unknown price */
export const livePolicies = async (
  setup: SimulationSetup,
  { scenario: given, atStart }: SimulatedOrganization,
  policies: readonly NamedPolicy[],
  options: AllLivesOptions,
): Promise<PolicyLives[]> => {
  const seeds = Array.from({ length: setup.seeds }, (_, at) => setup.seed + at);
  const parsed = policies
    .flatMap(({ policy }) => policy?.text ?? [])
    .map((text) => parsePolicy(text, keys.policy, 'documented'));
  const scenario = atStart === undefined ? given : withPolicyPrices(given, parsed);
  const { days, every: everyMs, approveAfter } = setup;
  const approveAfterMs = Number.isFinite(approveAfter) ? approveAfter : null;
  const all = seeds.flatMap((seed) =>
    policies.map(({ policy }): LifeOptions => ({ scenario, atStart, seed, days, everyMs, policy, approveAfterMs })),
  );
  const lives = byPolicy(await allLives(all, options), policies);
  if (lives[0]?.lives.length === 0) throw new Error('interrupted before the first seed was lived');
  return lives;
};

/** A comparison with what was asked for, for every view. */
export const simulationOf = (
  setup: SimulationSetup,
  { scenario, source }: SimulatedOrganization,
  comparison: Comparison,
  conditions: readonly FailOn[],
): Simulation => ({
  organization: { id: scenario.organization.id ?? '', name: scenario.organization.name },
  source,
  services: scenario.projects.reduce((sum, { services = [] }) => sum + services.length, 0),
  projects: scenario.projects.length,
  startTime: scenario.startTime,
  days: setup.days,
  everyHours: setup.every / hourMs,
  approveAfterHours: hoursOf(setup.approveAfter),
  requestedSeeds: setup.seeds,
  firstSeed: setup.seed,
  ...comparison,
  conditions: conditions.map((condition) => judge(condition, comparison.policies.at(-1) as PolicyResult)),
});
