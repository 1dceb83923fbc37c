import {
  defaultSchedules,
  discoveryMinutes,
  projectsPerLook,
  projectsPerPass,
  readingBound,
} from '../../../contract/pass-size.ts';
import { callsOfAll } from '../../../contract/settings.ts';
import type { TaskName } from '../../../contract/task-contract.ts';
import { surveysOfRun } from '../../../contract/tasks/copies.ts';
import { tasks } from '../../../contract/tasks.ts';
import { regular } from '../../../contract/telemetry.ts';
import { inWords, minuteMs } from '../../../core/model/durations.ts';
import { formatCents, formatExact } from '../../../core/model/money.ts';
import { counted } from '../../../core/model/visible-text.ts';
import { type Deployment, estimateCost, hoursWithLease, type Load, totalOf } from '../../../core/running-cost/cost.ts';
import { monthHours, type PassInterval } from '../../../core/running-cost/passes.ts';
import { definitions } from '../../../workflow/definitions.ts';
import type { CommandContext } from '../command.ts';
import type { CostFlags } from './options.ts';

/** Assumed services per project without `--projects`. */
const servicesPerProject = 100;

/** Numbers of billable resources in the stack. A test compares them with the template. */
export const deploymentSize = {
  keys: 1,
  secrets: 1,
  alarms: 16,
  compositeAlarms: 1,
  dashboards: 0,
} as const;

/** The schedules with another interval between passes. */
const schedulesOf = (minutes: number) => ({ ...defaultSchedules, reconcile: `rate(${minutes} minutes)` });

/** The stack with default settings, but for the calls a minute of a token, the minutes between passes, and the tokens. */
export const defaultDeployment = (callsPerMinute: number, minutesBetweenPasses = 60, tokens = 1): Deployment => ({
  definition: definitions.reconcile,
  memoryMb: {
    discover: tasks.discover.memoryMb,
    survey: tasks.survey.memoryMb,
    plan: tasks.plan.memoryMb,
    ask: tasks.ask.memoryMb,
    apply: tasks.apply.memoryMb,
    report: tasks.report.memoryMb,
    'watch-services': tasks['watch-services'].memoryMb,
    deliver: tasks.deliver.memoryMb,
    backup: tasks.backup.memoryMb,
    // Tasks that replace the token run a few times a month: their time costs nothing worth counting.
  } satisfies Record<Exclude<TaskName, 'rotate-token' | 'retire-token'>, number>,
  callsPerMinute: callsOfAll({ callsPerMinute, tokens }),
  tokens,
  surveyCopies: surveysOfRun(callsOfAll({ callsPerMinute, tokens })),
  surveyBatches: tasks.survey.copies,
  minutesBetweenPasses,
  readPerPass:
    projectsPerPass({ callsPerMinute, tokens, schedules: schedulesOf(minutesBetweenPasses) }) ??
    Number.POSITIVE_INFINITY,
  watchedAtOnce: projectsPerLook(callsOfAll({ callsPerMinute, tokens })),
  metrics: regular.size,
  ...deploymentSize,
  secrets: deploymentSize.secrets + tokens - 1,
});

/** @throws Error with a remedy if the runs of a month cannot all decide and write within a month */
const assertFits = (load: Load, interval: PassInterval): void => {
  const hours = hoursWithLease(load, interval);
  if (hours <= monthHours) return;
  const passes = hoursWithLease({ ...load, events: 0 }, interval);
  const least = passes > monthHours ? 'services' : 'events';
  throw new Error(
    `passes over ${load.services} services and runs for ${load.events} events decide and write for ${Math.ceil(hours)} of the ` +
      `${monthHours} hours of a month, and only one run does so at a time; plan for fewer --${least}`,
  );
};

/** Prints the monthly AWS cost of Headroom itself. */
export const run = ({ flags, console }: CommandContext<CostFlags>): void => {
  const { services, events, callsPerMinute, tokens, channels, passEvery } = flags;
  const projects = flags.projects ?? Math.max(1, Math.ceil(services / servicesPerProject));
  const load = { services, projects, events, channels };
  const settings = { callsPerMinute, tokens, schedules: schedulesOf(passEvery) };
  const bound = readingBound(projects, settings);
  const warning = bound.remedy === null ? '' : `, more than a day: ${bound.remedy}`;
  console.note(`Oldest reading of a project: at most ${inWords(bound.minutes * minuteMs)}${warning}.`);
  const newService = discoveryMinutes(projects, settings);
  console.note(`A new service that no pipeline announces has its autoscaler within ${inWords(newService * minuteMs)}.`);
  const deployment = defaultDeployment(callsPerMinute, passEvery, tokens);
  assertFits(load, deployment);
  const withAllowances = flags.allowances === true;
  const lines = estimateCost(load, deployment, { withAllowances });
  const total = totalOf(lines);
  const readings = { promisedMinutes: bound.minutes, newServiceMinutes: newService, remedy: bound.remedy };
  const exactLines = lines.map((one) => ({ ...one, cost: formatExact(one.cost) }));
  const document = { ...load, readings, currency: 'USD', monthly: formatExact(total), lines: exactLines };
  const free = withAllowances
    ? 'free quantities are the allowances of the whole organization'
    : 'without free allowances (--allowances includes them)';
  console.answer(document, () => {
    console.table(
      ['item', 'quantity', 'free', 'unit', 'per month'],
      lines.map(({ item, quantity, free: without, unit, cost }) => [item, quantity, without, unit, formatCents(cost)]),
    );
    console.note(
      `List prices of us-east-1; ${passEvery === 60 ? 'hourly passes' : `a pass every ${passEvery} minutes`}; ${free}.`,
    );
    console.line(
      `Cost: ${formatCents(total)} USD/month for ${counted(services, 'service')} in ${counted(projects, 'project')}.`,
    );
  });
};
