import { availableParallelism } from 'node:os';
import { compareLives, type PolicyLives } from '../../../core/twin/comparison.ts';
import { type FailOn, FailOnInvalid, parseFailOn } from '../../../core/twin/fail-on.ts';
import type { Trial } from '../../../core/twin/suggestion/frontier.ts';
import type { Suggestion } from '../../../core/twin/suggestion/suggestion.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { allLives } from '../../../twin/all-lives.ts';
import {
  lifeOptionsOf,
  livePolicies,
  type NamedPolicy,
  noPolicy,
  simulationOf,
} from '../../session/simulation/simulate-policies.ts';
import { readOrganization, type SimulatedOrganization } from '../../session/simulation/simulated-organization.ts';
import { type CommandLine, exitStatus } from '../../shell/command-line.ts';
import { type Console, createConsole } from '../../shell/console.ts';
import { formatOf } from '../../shell/output.ts';
import { print } from '../../shell/print.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { conditionLine, tablesOf, waitingLines } from '../../views/simulation/parts.ts';
import { rangeLegend, type Simulation, titleOf } from '../../views/simulation/simulation.ts';
import { showSuggestion } from '../../views/simulation/suggestion.ts';
import { simulationComment } from './markdown.ts';
import type { SimulateFlags, SimulationFormat } from './options.ts';
import { type BudgetChange, parseBudgetChange, readSimulatedPolicy } from './policies.ts';
import { progressNotes } from './progress-notes.ts';
import { type SuggestOptions, suggest } from './suggest.ts';

const trialOf = ({ changes, result, reaches }: Trial) => ({
  changes: changes.map(({ text, list, name, member, value }) => ({
    text,
    list,
    name,
    member: member.join('.'),
    value,
  })),
  reaches,
  measures: result.measures,
});

/** A simulation as a document for programs. */
const jsonOf = ({ conditions, ...simulation }: Simulation, suggestion?: Suggestion): object => ({
  ...simulation,
  failOn: conditions.map(({ text, measure, part, value, fails }) => ({ condition: text, measure, part, value, fails })),
  ...(suggestion && {
    suggestion: { ...suggestion, frontier: suggestion.frontier.map(trialOf), best: trialOf(suggestion.best) },
  }),
});

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
  return [noPolicy, ...(await Promise.all(named))];
};

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
  const ofSeed = (seed: number, text: string) => lifeOptionsOf(flags, scenario, seed, { ...policy, text });
  const improved = { file: name, text: policy.text, lives: last, baseline, optionsOf: ofSeed };
  return suggest(improved, { ...options, live: allLives });
};

/** Shows how many of the days of all lives are done, and how long the rest will take; more lives may follow. */
const dayProgress = (line: CommandLine, console: Console, days: number): Pick<Living, 'onMore' | 'onDay'> => {
  let [done, total] = [0, 0];
  let noteOf = progressNotes(0, 0, false);
  return {
    onMore: (lives) => {
      [done, total] = [0, lives * days];
      noteOf = progressNotes(total, systemClock.now(), line.err.isTTY === true);
    },
    onDay: () => {
      done += 1;
      console.progress('simulating days', done, total);
      const note = noteOf(done, systemClock.now());
      if (note !== undefined) console.note(note);
    },
  };
};

/** On the terminal: what waits for people first, then the comparison, then its parts. */
const showSimulation = (console: Console, simulation: Simulation): void => {
  for (const text of waitingLines(simulation)) console.line({ text, style: 'yellow' });
  console.line(titleOf(simulation));
  const legend = rangeLegend(simulation);
  if (legend !== undefined) console.line({ text: legend, style: 'dim' });
  for (const { title, head, rows } of tablesOf(simulation)) {
    console.line();
    console.line({ text: title, style: 'bold' });
    console.table(head, rows);
  }
  for (const condition of simulation.conditions) {
    console.line({ text: conditionLine(condition), style: condition.fails ? 'red' : 'green' });
  }
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
    const { simulationHtml } = await import('../../views/simulation/html.ts');
    return print(line.out, simulationHtml(simulation, suggestion));
  }
  showSimulation(console, simulation);
  if (suggestion !== undefined) showSuggestion(console, suggestion);
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
  const living = { threads, signal: line.signal, ...dayProgress(line, console, flags.days) };
  const lives = await livePolicies(flags, organization, policies, living);
  const comparison = compareLives(lives);
  const simulation = simulationOf(flags, organization, comparison, conditions);
  const isWhole = comparison.seeds === flags.seeds && !line.signal.aborted;
  if (!isWhole) console.note(`Interrupted: ${comparison.seeds} of ${flags.seeds} seeds were simulated.`);
  const asked = isWhole ? wanted : undefined;
  const suggestion = asked && (await suggestionFor(flags, organization, policies, lives, { ...living, wanted: asked }));
  await show(line, console, format, simulation, suggestion);
  if (line.signal.aborted) return exitStatus.interrupted;
  return simulation.conditions.some(({ fails }) => fails) ? exitStatus.failed : exitStatus.ok;
};
