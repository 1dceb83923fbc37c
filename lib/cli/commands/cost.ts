import type { Command } from 'commander';
import { callsFor } from '../../contract/call-rates.ts';
import { tasks } from '../../contract/tasks.ts';
import { telemetry } from '../../contract/telemetry.ts';
import { formatCents, formatExact } from '../../core/model/money.ts';
import { type Deployment, estimateCost, type Load, monthOfRuns, totalOf } from '../../core/running-cost/cost.ts';
import { definitions } from '../../workflow/definitions.ts';
import { type CommandLine, consoleOf, example, exitStatus } from '../shell/command-line.ts';
import { wholeNumber } from '../shell/whole-number.ts';

interface CostFlags {
  readonly services: number;
  readonly projects?: number;
  readonly events: number;
  readonly callsPerMinute: number;
  readonly allowances?: boolean;
  readonly json?: boolean;
}

/** Services in a project where nobody says how many projects there are. */
const servicesPerProject = 100;
const mostServices = 1_000_000;

/** How many of the things that cost money by themselves the stack has; a test compares it with the template. */
export const deploymentSize = {
  keys: 2,
  secrets: 1,
  alarms: 13,
  compositeAlarms: 1,
  dashboards: 1,
} as const;

/** The stack as it is deployed by default. */
export const defaultDeployment = (callsPerMinute: number): Deployment => ({
  definition: definitions.reconcile,
  memoryMb: {
    discover: tasks.discover.memoryMb,
    survey: tasks.survey.memoryMb,
    plan: tasks.plan.memoryMb,
    apply: tasks.apply.memoryMb,
    report: tasks.report.memoryMb,
    'watch-services': tasks['watch-services'].memoryMb,
  },
  surveyCallsPerMinute: callsFor('survey', callsPerMinute),
  surveyCopies: tasks.survey.copies,
  watchedAtOnce: callsFor('watch-services', callsPerMinute) - 1,
  metrics: Object.keys(telemetry.metrics).length,
  ...deploymentSize,
});

const mostCallsPerMinute = 10_000;

const fits = (load: Load, callsPerMinute: number): boolean => {
  const { allHours, monthHours } = monthOfRuns(load, defaultDeployment(callsPerMinute));
  return allHours <= monthHours;
};

/** The fewest calls a minute with which the runs of a month fit into it; undefined where no rate is enough. */
const leastThatFits = (load: Load): number | undefined => {
  if (!fits(load, mostCallsPerMinute)) return undefined;
  let [least, most] = [1, mostCallsPerMinute];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (fits(load, middle)) most = middle;
    else least = middle + 1;
  }
  return least;
};

/** @throws Error saying what would fit, for runs that take longer than the month in which they are to be made */
const assertFits = (load: Load, callsPerMinute: number): void => {
  if (fits(load, callsPerMinute)) return;
  const { passHours, allHours, monthHours } = monthOfRuns(load, defaultDeployment(callsPerMinute));
  const { projects, events } = load;
  const least = leastThatFits(load);
  const remedy =
    least === undefined
      ? 'no rate is enough: give fewer projects or events'
      : `give --calls-per-minute ${least} or more, or fewer projects or events`;
  throw new Error(
    `hourly and daily passes over ${projects} projects (${Math.ceil(passHours * 60)} min each) and runs for ${events} events ` +
      `take ${Math.ceil(allHours)} of the ${monthHours} hours of a month at ${callsPerMinute} calls a minute: ${remedy}`,
  );
};

/** Prints what a month of the automation itself costs at AWS. */
const run = (line: CommandLine, flags: CostFlags): number => {
  const console = consoleOf(line, flags.json);
  const { services, events, callsPerMinute } = flags;
  const projects = flags.projects ?? Math.max(1, Math.ceil(services / servicesPerProject));
  const load = { services, projects, events };
  assertFits(load, callsPerMinute);
  const withAllowances = flags.allowances === true;
  const lines = estimateCost(load, defaultDeployment(callsPerMinute), { withAllowances });
  const total = totalOf(lines);
  if (flags.json) {
    const told = lines.map((one) => ({ ...one, cost: formatExact(one.cost) }));
    console.json({ services, projects, events, currency: 'USD', monthly: formatExact(total), lines: told });
    return exitStatus.ok;
  }
  console.table(
    ['item', 'quantity', 'of it free', 'unit', 'a month'],
    lines.map(({ item, quantity, free, unit, cost }) => [item, quantity, free, unit, formatCents(cost)]),
  );
  const free = withAllowances
    ? 'the free part is the allowance of the whole organization'
    : 'free allowances are not counted (--allowances)';
  console.note(`List prices of us-east-1; hourly passes; ${free}.`);
  console.line(`Cost: ${formatCents(total)} USD a month for ${services} services in ${projects} projects.`);
  return exitStatus.ok;
};

/** `headroom cost` */
export const addCost = (program: Command, line: CommandLine, end: (status: number) => void): void => {
  const command = program
    .command('cost')
    .description('what a month of Headroom itself costs at AWS')
    .option('--services <n>', 'services that are managed', wholeNumber(0, mostServices), 1_000)
    .option('--projects <n>', 'projects that they are in; default: one for every 100', wholeNumber(1, mostServices))
    .option('--events <n>', 'events a month that ask for a run', wholeNumber(0, mostServices), 100)
    .option('--calls-per-minute <n>', 'platform calls a minute at most', wholeNumber(1, mostCallsPerMinute), 100)
    .option('--allowances', 'count the monthly free allowances, which all accounts of an AWS organization share')
    .option('--json', 'print one JSON document on standard output');
  example(command, 'headroom cost --services 10000 --projects 100 --events 500');
  command.action((flags: CostFlags) => end(run(line, flags)));
};
