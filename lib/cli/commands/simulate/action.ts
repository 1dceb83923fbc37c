import { availableParallelism } from 'node:os';
import type { Profile } from '../../../core/model/model.ts';
import { compareLives } from '../../../core/twin/comparison.ts';
import { type FailOn, FailOnInvalid, parseFailOn } from '../../../core/twin/fail-on.ts';
import { readSibling } from '../../../documents/files/sibling.ts';
import type { AllLivesOptions } from '../../../simulate/all-lives.ts';
import type { LivedPolicy } from '../../../simulate/live.ts';
import { readPolicyFile } from '../../session/policy-file.ts';
import { livePolicies, type NamedPolicy, simulationOf } from '../../session/simulation/simulate-policies.ts';
import { readOrganization } from '../../session/simulation/simulated-organization.ts';
import { type CommandLine, exitStatus } from '../../shell/command-line.ts';
import { type Console, createConsole } from '../../shell/console.ts';
import { formatOf } from '../../shell/output.ts';
import { print } from '../../shell/print.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { type CommentSection, commentOf } from '../../views/markdown/sections.ts';
import { markdownText } from '../../views/markdown/text.ts';
import { conditionLine, type PlainTable, tablesOf, waitingLines } from '../../views/simulation/parts.ts';
import { rangeLegend, type Simulation, titleOf } from '../../views/simulation/simulation.ts';
import type { SimulateFlags, SimulationFormat } from './options.ts';

const tablePart = ({ title, head, rows, mostBytes }: PlainTable): CommentSection => ({
  title: markdownText(title),
  mostBytes,
  head: head.map(markdownText),
  rows,
  more: (count) => `… and ${count} more rows.`,
});

const verdictOf = ({ conditions }: Simulation): string => {
  if (conditions.length === 0) return 'simulation';
  return conditions.some(({ fails }) => fails) ? 'simulation failed' : 'simulation passed';
};

/** A simulation as a comment on a pull request, in at most 60 KB: the verdict and what waits for people first. */
const simulationComment = (simulation: Simulation): string => {
  const legend = rangeLegend(simulation);
  return commentOf([
    `### Headroom: ${verdictOf(simulation)}`,
    ...simulation.conditions.map((condition) => `- ${markdownText(conditionLine(condition))}`),
    ...waitingLines(simulation).map((line) => `**${markdownText(line)}**`),
    `${markdownText(titleOf(simulation))}${legend === undefined ? '' : `. ${legend}`}`,
    ...tablesOf(simulation).map(tablePart),
  ]);
};

/**
 * Reads a policy for a simulation, with its calendar.
 * @throws PolicyInvalid
 */
const readSimulatedPolicy = async (file: string, profile: Profile): Promise<LivedPolicy> => {
  const { text, policy } = await readPolicyFile(file, profile);
  const { calendar = null } = policy.freeze ?? {};
  const body = calendar === null ? undefined : readSibling(file, calendar);
  return { text, calendars: calendar === null || body === undefined ? {} : { [calendar]: body } };
};

/** A simulation as a document for programs. */
const jsonOf = ({ conditions, ...simulation }: Simulation): object => ({
  ...simulation,
  failOn: conditions.map(({ text, measure, part, value, fails }) => ({ condition: text, measure, part, value, fails })),
});

const conditionsOf = (texts: readonly string[] = []): FailOn[] =>
  texts.map((text) => {
    try {
      return parseFailOn(text);
    } catch (error) {
      throw error instanceof FailOnInvalid ? new UsageError(`--fail-on ${error.message}`) : error;
    }
  });

/** The life without a policy comes first: what every policy is measured by. */
const policiesOf = async ({ policy, against }: SimulateFlags): Promise<NamedPolicy[]> => {
  if (policy === undefined && against !== undefined) throw new UsageError('--against needs --policy');
  const files = [policy, against].flatMap((file) => file ?? []);
  const named = files.map(async (name) => ({ name, policy: await readSimulatedPolicy(name, 'documented') }));
  return [{ name: null, policy: null }, ...(await Promise.all(named))];
};

/** Shows how many of the days of all lives are done. */
const dayProgress = (console: Console, total: number): AllLivesOptions['onDay'] => {
  let done = 0;
  return () => {
    done += 1;
    console.progress('simulating days', done, total);
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
): Promise<void> => {
  if (format === 'json') return console.json(jsonOf(simulation));
  if (format === 'markdown') return print(line.out, simulationComment(simulation));
  if (format === 'html') {
    const { simulationHtml } = await import('../../views/simulation/html.ts');
    return print(line.out, simulationHtml(simulation));
  }
  showSimulation(console, simulation);
};

/** Lives days of an organization under each policy and shows what became of its disks and its money. */
export const run = async (line: CommandLine, flags: SimulateFlags): Promise<number> => {
  const format = formatOf(flags);
  // Only a table is written by the console: a document is alone on standard output.
  const console = createConsole(line, { format: format === 'table' ? format : 'json', quiet: line.quiet });
  const conditions = conditionsOf(flags.failOn);
  const [policies, organization] = await Promise.all([policiesOf(flags), readOrganization(line, flags, console)]);
  const onDay = dayProgress(console, policies.length * flags.seeds * flags.days);
  const threads = flags.threads ?? availableParallelism();
  const lives = await livePolicies(flags, organization, policies, { threads, signal: line.signal, onDay });
  const comparison = compareLives(lives);
  const simulation = simulationOf(flags, organization, comparison, conditions);
  if (comparison.seeds < flags.seeds)
    console.note(`Interrupted: ${comparison.seeds} of ${flags.seeds} seeds were simulated.`);
  await show(line, console, format, simulation);
  if (line.signal.aborted) return exitStatus.interrupted;
  return simulation.conditions.some(({ fails }) => fails) ? exitStatus.failed : exitStatus.ok;
};
