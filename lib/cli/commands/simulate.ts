import { availableParallelism } from 'node:os';
import { hourMs, inWords, secondMs } from '../../core/model/durations.ts';
import { type Comparison, compareLives, type PolicyLives, type PolicyResult } from '../../core/twin/comparison.ts';
import { type FailOn, FailOnInvalid, judge, parseFailOn } from '../../core/twin/fail-on.ts';
import type { Suggestion } from '../../core/twin/suggestion/frontier.ts';
import type { Scenario } from '../../emulator/scenario/scenario.ts';
import { systemClock } from '../../run/system-clock.ts';
import { allLives } from '../../simulation/twin/all-lives.ts';
import type { LifeOptions, LivedPolicy } from '../../simulation/twin/live.ts';
import type { FaultLevel } from '../../simulation/twin/spared.ts';
import {
  type OrganizationFlags,
  readOrganization,
  type SimulatedOrganization,
} from '../session/simulation/simulated-organization.ts';
import { type BudgetChange, parseBudgetChange, readSimulatedPolicy } from '../session/simulation/simulated-policy.ts';
import { type SuggestOptions, suggest } from '../session/simulation/suggest.ts';
import { type CommandLine, exitStatus } from '../shell/command-line.ts';
import { type Console, createConsole } from '../shell/console.ts';
import { print } from '../shell/print.ts';
import { UsageError } from '../shell/usage-error.ts';
import { jsonOf } from '../views/simulation/json.ts';
import { simulationComment } from '../views/simulation/markdown.ts';
import type { Simulation } from '../views/simulation/simulation.ts';
import { showSuggestion } from '../views/simulation/suggestion.ts';
import { showSimulation } from '../views/simulation/table.ts';

/** What the command prints. */
export type SimulationFormat = 'table' | 'json' | 'markdown' | 'html';

export interface SimulateFlags extends Omit<OrganizationFlags, 'output'> {
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
  readonly suggest?: string | true;
  readonly threads?: number;
  readonly output?: SimulationFormat;
  readonly json?: boolean;
}

interface NamedPolicy {
  readonly name: string | null;
  readonly policy: LivedPolicy | null;
}

const conditionsOf = (texts: readonly string[] = [], flag = '--fail-on'): FailOn[] =>
  texts.map((text) => {
    try {
      return parseFailOn(text);
    } catch (error) {
      throw error instanceof FailOnInvalid ? new UsageError(`${flag} ${error.message}`) : error;
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
  scenario: Scenario,
  seed: number,
  policy: LivedPolicy | null,
): LifeOptions => ({
  scenario,
  seed,
  days: flags.days,
  everyMs: flags.every,
  policy,
  approveAfterMs: Number.isFinite(flags.approveAfter) ? flags.approveAfter : null,
  faults: flags.faults,
});

const seedsOf = ({ seeds, seed: first }: SimulateFlags): number[] =>
  Array.from({ length: seeds }, (_, at) => first + at);

/** The point that a suggestion is to reach, if none is named. */
const usualPoint = 'production-full-hours=0';

/** What `--suggest` is to reach; undefined without it. */
const wantedOf = ({ suggest: point, policy }: SimulateFlags): FailOn | undefined => {
  if (point === undefined) return undefined;
  if (policy === undefined) throw new UsageError('--suggest needs --policy');
  return conditionsOf([point === true ? usualPoint : point], '--suggest')[0];
};

/** How lives are lived: in how many threads, until when, and who sees their progress. */
type Living = Omit<SuggestOptions, 'wanted' | 'live'>;

/** Looks for a smaller harm by the last policy. */
const suggestionFor = (
  flags: SimulateFlags,
  { scenario }: SimulatedOrganization,
  policies: readonly NamedPolicy[],
  lives: readonly PolicyLives[],
  options: Omit<SuggestOptions, 'live'>,
): Promise<Suggestion> => {
  const { name, policy } = policies.at(-1) as NamedPolicy;
  if (name === null || policy === null) throw new UsageError('--suggest needs --policy');
  const [baseline, last] = [lives[0]?.lives ?? [], lives.at(-1)?.lives ?? []];
  const ofSeed = (seed: number, text: string) => optionsOf(flags, scenario, seed, { ...policy, text });
  const improved = { file: name, text: policy.text, lives: last, baseline, optionsOf: ofSeed };
  return suggest(improved, { ...options, live: allLives });
};

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

/** Part of the days after which the rest can be estimated. */
const estimatedAfter = 0.1;

/** Shows how many of the days of all lives are done, and how long the rest will take; more lives may follow. */
const dayProgress = (console: Console, days: number): Pick<Living, 'onMore' | 'onDay'> => {
  let [done, total, begunMs] = [0, 0, 0];
  return {
    onMore: (lives) => {
      [done, total, begunMs] = [0, lives * days, systemClock.now()];
    },
    onDay: () => {
      done += 1;
      console.progress('simulating days', done, total);
      if (done !== Math.ceil(total * estimatedAfter)) return;
      const leftMs = ((systemClock.now() - begunMs) / done) * (total - done);
      if (leftMs > 5 * secondMs) console.note(`about ${inWords(leftMs)} left`);
    },
  };
};

const formatOf = ({ json, output }: SimulateFlags): SimulationFormat => {
  if (json && output !== undefined && output !== 'json') throw new UsageError(`use --json or -o ${output}, not both`);
  return json ? 'json' : (output ?? 'table');
};

const show = async (
  line: CommandLine,
  console: Console,
  format: SimulationFormat,
  simulation: Simulation,
  suggestion: Suggestion | undefined,
): Promise<void> => {
  if (format === 'json') return console.json(jsonOf(simulation, suggestion));
  if (format === 'markdown') return print(line.out, simulationComment(simulation, suggestion));
  if (format === 'html') {
    const { simulationHtml } = await import('../views/simulation/html.ts');
    return print(line.out, simulationHtml(simulation, suggestion));
  }
  showSimulation(console, simulation);
  if (suggestion !== undefined) showSuggestion(console, suggestion);
};

/** The lives of all policies in all seeds. @throws Error if an interrupt came before the first seed was lived */
const liveAll = async (
  flags: SimulateFlags,
  { scenario }: SimulatedOrganization,
  policies: readonly NamedPolicy[],
  options: Living,
): Promise<PolicyLives[]> => {
  const all = seedsOf(flags).flatMap((seed) => policies.map(({ policy }) => optionsOf(flags, scenario, seed, policy)));
  options.onMore(all.length);
  const lives = byPolicy(await allLives(all, options), policies);
  if (lives[0]?.lives.length === 0) throw new Error('interrupted before the first seed was lived');
  return lives;
};

/** Lives days of an organization under each policy and shows what became of its disks and its money. */
export const run = async (line: CommandLine, flags: SimulateFlags): Promise<number> => {
  const format = formatOf(flags);
  // Only a table is written by the console: a document is alone on standard output.
  const console = createConsole(line, { format: format === 'table' ? format : 'json', quiet: line.quiet });
  const conditions = conditionsOf(flags.failOn);
  const wanted = wantedOf(flags);
  const changes = (flags.at ?? []).map((text) => parseBudgetChange(text, flags.days));
  const [policies, organization] = await Promise.all([
    policiesOf(flags, changes),
    readOrganization(line, { ...flags, output: undefined }, console),
  ]);
  const threads = flags.threads ?? availableParallelism();
  const living = { threads, signal: line.signal, ...dayProgress(console, flags.days) };
  const lives = await liveAll(flags, organization, policies, living);
  const comparison = compareLives(lives);
  const simulation = simulationOf(flags, organization, comparison, conditions);
  const isWhole = comparison.seeds === flags.seeds && !line.signal.aborted;
  if (!isWhole) console.note(`Interrupted: ${comparison.seeds} of ${flags.seeds} seeds were simulated.`);
  const asked = isWhole ? wanted : undefined;
  const found = asked && (await suggestionFor(flags, organization, policies, lives, { ...living, wanted: asked }));
  // An interrupted search has not tried its policies in all seeds.
  const suggestion = line.signal.aborted ? undefined : found;
  await show(line, console, format, simulation, suggestion);
  if (line.signal.aborted) return exitStatus.interrupted;
  return simulation.conditions.some(({ fails }) => fails) ? exitStatus.failed : exitStatus.ok;
};
