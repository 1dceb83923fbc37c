import { defaultSchedules, projectsPerLook, readingBound } from '../../contract/pass-size.ts';
import type { TaskName } from '../../contract/task-contract.ts';
import { surveysOfRun } from '../../contract/tasks/copies.ts';
import { tasks } from '../../contract/tasks.ts';
import { telemetry } from '../../contract/telemetry.ts';
import { inWords, minuteMs } from '../../core/model/durations.ts';
import { formatCents, formatExact } from '../../core/model/money.ts';
import { type Deployment, estimateCost, type Load, monthOfRuns, totalOf } from '../../core/running-cost/cost.ts';
import { maxCallsPerMinute } from '../../core/running-cost/max-calls.ts';
import { definitions } from '../../workflow/definitions.ts';
import { type CommandLine, exitStatus } from '../shell/command-line.ts';
import { consoleOf } from '../shell/console.ts';
import type { OutputFlags } from '../shell/output.ts';

export interface CostFlags extends OutputFlags {
  readonly services: number;
  readonly projects?: number;
  readonly events: number;
  readonly callsPerMinute: number;
  readonly allowances?: boolean;
}

/** Assumed services per project without `--projects`. */
const servicesPerProject = 100;

/** Numbers of billable resources in the stack. A test compares them with the template. */
export const deploymentSize = {
  keys: 2,
  secrets: 1,
  alarms: 14,
  compositeAlarms: 1,
  dashboards: 1,
} as const;

/** The stack with default settings. */
export const defaultDeployment = (callsPerMinute: number): Deployment => ({
  definition: definitions.reconcile,
  memoryMb: {
    discover: tasks.discover.memoryMb,
    survey: tasks.survey.memoryMb,
    plan: tasks.plan.memoryMb,
    ask: tasks.ask.memoryMb,
    apply: tasks.apply.memoryMb,
    report: tasks.report.memoryMb,
    'watch-services': tasks['watch-services'].memoryMb,
    // Tasks that replace the token run a few times a month: their time costs nothing worth counting. The one that delivers
    // messages is not in the default deployment (docs/notices.md).
  } satisfies Record<Exclude<TaskName, 'rotate-token' | 'retire-token' | 'deliver'>, number>,
  callsPerMinute,
  surveyCopies: surveysOfRun(callsPerMinute),
  surveyBatches: tasks.survey.copies,
  watchedAtOnce: projectsPerLook(callsPerMinute),
  metrics: Object.keys(telemetry.metrics).length,
  ...deploymentSize,
});

const fits = (load: Load, callsPerMinute: number): boolean => {
  const { allHours, monthHours } = monthOfRuns(load, defaultDeployment(callsPerMinute));
  return allHours <= monthHours;
};

/** Lowest calls per minute at which the runs of a month fit into a month; undefined if no rate is enough. */
const leastThatFits = (load: Load): number | undefined => {
  if (!fits(load, maxCallsPerMinute)) return undefined;
  let [least, most] = [1, maxCallsPerMinute];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (fits(load, middle)) most = middle;
    else least = middle + 1;
  }
  return least;
};

/** @throws Error with a remedy if the runs of a month take longer than a month */
const assertFits = (load: Load, callsPerMinute: number): void => {
  if (fits(load, callsPerMinute)) return;
  const { passHours, allHours, monthHours } = monthOfRuns(load, defaultDeployment(callsPerMinute));
  const { projects, events } = load;
  const least = leastThatFits(load);
  const remedy =
    least === undefined
      ? 'no rate is enough; reduce projects or events'
      : `use --calls-per-minute ${least} or more, or reduce projects or events`;
  throw new Error(
    `hourly and daily passes over ${projects} projects (${Math.ceil(passHours * 60)} min each) and runs for ${events} events ` +
      `take ${Math.ceil(allHours)} of the ${monthHours} hours of a month at ${callsPerMinute} calls per minute; ${remedy}`,
  );
};

/** Prints the monthly AWS cost of Headroom itself. */
export const run = (line: CommandLine, flags: CostFlags): number => {
  const console = consoleOf(line, flags);
  const { services, events, callsPerMinute } = flags;
  const projects = flags.projects ?? Math.max(1, Math.ceil(services / servicesPerProject));
  const load = { services, projects, events };
  const bound = readingBound(projects, { callsPerMinute, schedules: defaultSchedules });
  const warning = bound.remedy === null ? '' : `, more than a day: ${bound.remedy}`;
  console.note(`Oldest reading of a project: at most ${inWords(bound.minutes * minuteMs)}${warning}.`);
  assertFits(load, callsPerMinute);
  const withAllowances = flags.allowances === true;
  const lines = estimateCost(load, defaultDeployment(callsPerMinute), { withAllowances });
  const total = totalOf(lines);
  if (flags.json) {
    const exactLines = lines.map((one) => ({ ...one, cost: formatExact(one.cost) }));
    const readings = { promisedMinutes: bound.minutes, remedy: bound.remedy };
    console.json({
      services,
      projects,
      events,
      readings,
      currency: 'USD',
      monthly: formatExact(total),
      lines: exactLines,
    });
    return exitStatus.ok;
  }
  console.table(
    ['item', 'quantity', 'free', 'unit', 'per month'],
    lines.map(({ item, quantity, free, unit, cost }) => [item, quantity, free, unit, formatCents(cost)]),
  );
  const free = withAllowances
    ? 'free quantities are the allowances of the whole organization'
    : 'without free allowances (--allowances includes them)';
  console.note(`List prices of us-east-1; hourly passes; ${free}.`);
  console.line(`Cost: ${formatCents(total)} USD/month for ${services} services in ${projects} projects.`);
  return exitStatus.ok;
};
