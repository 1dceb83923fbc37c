import { availableParallelism } from 'node:os';
import { hourMs } from '../../core/model/durations.ts';
import { type Comparison, compareLives, type PolicyLives, type PolicyResult } from '../../core/twin/comparison.ts';
import { type FailOn, FailOnInvalid, judge, parseFailOn } from '../../core/twin/fail-on.ts';
import { allLives } from '../../simulation/twin/all-lives.ts';
import type { LifeOptions, LivedPolicy } from '../../simulation/twin/live.ts';
import type { FaultLevel } from '../../simulation/twin/spared.ts';
import { readOrganization, type SimulatedOrganization } from '../session/simulated-organization.ts';
import { type BudgetChange, parseBudgetChange, readSimulatedPolicy } from '../session/simulated-policy.ts';
import { type CommandLine, exitStatus } from '../shell/command-line.ts';
import { createConsole } from '../shell/console.ts';
import { print } from '../shell/print.ts';
import { UsageError } from '../shell/usage-error.ts';
import { jsonOf } from '../views/simulation/json.ts';
import { simulationComment } from '../views/simulation/markdown.ts';
import type { Simulation } from '../views/simulation/simulation.ts';
import { showSimulation } from '../views/simulation/table.ts';

/** What the command prints. */
export type SimulationFormat = 'table' | 'json' | 'markdown' | 'html';

export interface SimulateFlags {
  readonly scenario?: string;
  readonly policy?: string;
  readonly against?: string;
  readonly days: number;
  readonly seeds: number;
  readonly seed: number;
  /** Milliseconds; Infinity of the approval: never. */
  readonly every: number;
  readonly approveAfter: number;
  readonly at?: readonly string[];
  readonly faults: FaultLevel;
  readonly failOn?: readonly string[];
  readonly threads?: number;
  readonly output?: SimulationFormat;
  readonly json?: boolean;
}

interface NamedPolicy {
  readonly name: string | null;
  readonly policy: LivedPolicy | null;
}

const conditionsOf = (texts: readonly string[] = []): FailOn[] =>
  texts.map((text) => {
    try {
      return parseFailOn(text);
    } catch (error) {
      throw error instanceof FailOnInvalid ? new UsageError(`--fail-on ${error.message}`) : error;
    }
  });

/** The life without a policy comes first: what every policy is measured by. */
const policiesOf = async (flags: SimulateFlags, changes: readonly BudgetChange[]): Promise<NamedPolicy[]> => {
  if (flags.policy === undefined && flags.against !== undefined) throw new UsageError('--against needs --policy');
  const files = [flags.policy, flags.against].flatMap((file) => file ?? []);
  if (files.length === 0 && changes.length > 0) throw new UsageError('--at needs --policy');
  const named = files.map(async (name) => ({ name, policy: await readSimulatedPolicy(name, changes, 'documented') }));
  return [{ name: null, policy: null }, ...(await Promise.all(named))];
};

const optionsOf = (
  flags: SimulateFlags,
  { scenario }: SimulatedOrganization,
  policies: readonly NamedPolicy[],
): LifeOptions[] =>
  Array.from({ length: flags.seeds }, (_, place) => flags.seed + place).flatMap((seed) =>
    policies.map(({ policy }) => ({
      scenario,
      seed,
      days: flags.days,
      everyMs: flags.every,
      policy,
      approveAfterMs: Number.isFinite(flags.approveAfter) ? flags.approveAfter : null,
      faults: flags.faults,
    })),
  );

/** The lives of each policy, of the seeds that all policies have lived. */
const byPolicy = (lives: Awaited<ReturnType<typeof allLives>>, policies: readonly NamedPolicy[]): PolicyLives[] => {
  const count = policies.length;
  const seeds = Array.from({ length: lives.length / count }, (_, seed) =>
    lives.slice(seed * count, (seed + 1) * count),
  );
  const whole = seeds.filter((all) => all.every((life) => life !== undefined));
  return policies.map(({ name }, place) => ({ name, lives: whole.flatMap((all) => all[place] ?? []) }));
};

const simulationOf = (
  flags: SimulateFlags,
  { scenario, source }: SimulatedOrganization,
  comparison: Comparison,
  conditions: readonly FailOn[],
): Simulation => ({
  organization: { id: scenario.organization.id ?? '', name: scenario.organization.name },
  source,
  services: scenario.projects.reduce((sum, { services = [] }) => sum + services.length, 0),
  projects: scenario.projects.length,
  startTime: scenario.startTime,
  days: flags.days,
  everyHours: flags.every / hourMs,
  approveAfterHours: Number.isFinite(flags.approveAfter) ? flags.approveAfter / hourMs : null,
  faults: flags.faults,
  requestedSeeds: flags.seeds,
  firstSeed: flags.seed,
  changes: flags.at ?? [],
  ...comparison,
  conditions: conditions.map((condition) => judge(condition, comparison.policies.at(-1) as PolicyResult)),
});

/** Lives days of an organization under each policy and shows what became of its disks and its money. */
export const run = async (line: CommandLine, flags: SimulateFlags): Promise<number> => {
  if (flags.json && flags.output !== undefined && flags.output !== 'json') {
    throw new UsageError(`use --json or -o ${flags.output}, not both`);
  }
  const format = flags.json ? 'json' : (flags.output ?? 'table');
  // Only a table is written by the console: a document is alone on standard output.
  const console = createConsole(line, { format: format === 'table' ? format : 'json', quiet: line.quiet });
  const conditions = conditionsOf(flags.failOn);
  const changes = (flags.at ?? []).map((text) => parseBudgetChange(text, flags.days));
  const [policies, organization] = await Promise.all([policiesOf(flags, changes), readOrganization(flags.scenario)]);
  const all = optionsOf(flags, organization, policies);
  const total = all.length * flags.days;
  let done = 0;
  const onDay = () => {
    done += 1;
    console.progress('simulating days', done, total);
  };
  const threads = flags.threads ?? availableParallelism();
  const lives = byPolicy(await allLives(all, { threads, onDay, signal: line.signal }), policies);
  if (lives[0]?.lives.length === 0) throw new Error('interrupted before the first seed was lived');
  const comparison = compareLives(lives);
  const simulation = simulationOf(flags, organization, comparison, conditions);
  if (comparison.seeds < flags.seeds) {
    console.note(`Interrupted: ${comparison.seeds} of ${flags.seeds} seeds were simulated.`);
  }
  if (format === 'json') console.json(jsonOf(simulation));
  else if (format === 'markdown') print(line.out, simulationComment(simulation));
  else if (format === 'html') print(line.out, (await import('../views/simulation/html.ts')).simulationHtml(simulation));
  else showSimulation(console, simulation);
  if (line.signal.aborted) return exitStatus.interrupted;
  return simulation.conditions.some(({ fails }) => fails) ? exitStatus.failed : exitStatus.ok;
};
