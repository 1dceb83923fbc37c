import { createHash } from 'node:crypto';
import { timetablesOf } from '../../../lib/contract/schedule.ts';
import { dayMs, hourMs, minuteMs } from '../../../lib/core/model/durations.ts';
import { monthlyBill } from '../../kept-counts/monthly-bill.ts';
import type { FaultKind } from '../engine/faults.ts';
import { drawsOf } from '../engine/random.ts';
import { auditLaw, judgeAudit } from '../laws/audit.ts';
import { paceLaw } from '../laws/pace.ts';
import { type Largest, sizesLaw } from '../laws/sizes.ts';
import { applyChange } from '../organization/apply-change.ts';
import type { BrokenLaw } from '../sparing/unchanged.ts';
import { type DeployedLife, type DeployedOptions, openDeployedLife } from './deployed-life.ts';
import { type Approver, approvedLaw, createApprover, type Enforcement } from './enforcement.ts';
import type { Ended } from './executions.ts';
import { monthOf, type Used } from './meter.ts';
import { leaversOf, newcomersOf } from './organization.ts';
import { keepTimetable } from './scheduler.ts';

/** Executions that ended well, and those that failed. */
interface Runs {
  readonly ended: number;
  readonly failed: number;
}

interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

export interface DeployedResult {
  readonly seed: number;
  readonly projects: number;
  readonly services: number;
  readonly callsPerMinute: number;
  readonly days: number;
  /** Longest time between two reads of one project. */
  readonly oldestRecordMinutes: number;
  readonly failedRuns: number;
  /** Runs that ended because another one did their work. */
  readonly coalescedRuns: number;
  /** From the creation of a service to its autoscaler, or to the end of the run that served it. */
  readonly eventMinutes: Quantiles;
  /** From the creation of a service to its event. */
  readonly foundMinutes: Quantiles;
  /** From the event of a service to its autoscaler, or to the end of the run that served it. */
  readonly servedMinutes: Quantiles;
  /** Days on which the daily budget pass was done, of the days that had one. */
  readonly budgetPasses: { readonly done: number; readonly of: number };
  /** Longest time between two reads of a project with a disk near its limits, or with changes. */
  readonly urgentMinutes: number;
  /** Requests of a pass that finds nothing to do, without its questions; the median. */
  readonly quietPassCalls: number;
  /** Questions about prices, plans and usage a day. */
  readonly dailyQuestions: number;
  /** Present if a person approves the first plan. */
  readonly enforcement?: Enforcement;
  /** Requests that reached the platform. */
  readonly calls: number;
  /** State transitions. */
  readonly states: number;
  /** The longest input or answer of a task, in characters of JSON. */
  readonly largestPayload: number;
  /** US dollars of state transitions, calls of functions and requests to the store, without free allowances. */
  readonly monthlyCost: number;
  /** What the cost is made of. */
  readonly used: Used;
  readonly largest: Largest;
  readonly hourlyPasses: Runs;
  readonly eventRuns: Runs;
  /** Median of the passes that ended well, from their start; a pass that waits for another one waits within it. */
  readonly passMinutes: number;
  /** The most calls that started in any 60 s with one token. */
  readonly mostCallsAMinute: number;
  readonly writes: number;
  readonly functions: DeployedLife['functions']['counts'];
  readonly faults: Readonly<Record<FaultKind, number>>;
  readonly checks: number;
  readonly violations: readonly BrokenLaw[];
  /** Of the platform's state and of every write to the store. */
  readonly hash: string;
}

/** The value below which a share of the values lies; 0 of none. */
const quantile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;

const rounded = (number: number): number => Math.round(number * 100) / 100;

/** Runs of a trigger; an execution for heartbeats alone is none. */
const runsOf = (ended: readonly Ended[], trigger: Ended['trigger']): Runs => {
  const ofTrigger = ended.filter((one) => one.trigger === trigger && (one.error ?? one.outcome) !== null);
  const failed = ofTrigger.filter(({ error }) => error !== null).length;
  return { ended: ofTrigger.length - failed, failed };
};

const quantilesOf = (ascending: readonly number[]): Quantiles => ({
  p50: rounded(quantile(ascending, 0.5)),
  p99: rounded(quantile(ascending, 0.99)),
});

const dayOf = (ms: number) => Math.floor(ms / dayMs);

/** Lets teams create and delete services all the time. */
const settleTeams = (life: DeployedLife, { newcomersPerDay = 10, leaversPerDay = 0, days }: DeployedOptions): void => {
  const { time, startMs, seed } = life;
  for (let day = 0; day < days; day += 1) {
    for (const { atMs, project, service } of leaversOf(seed, { day, startMs, perDay: leaversPerDay }, life.scenario)) {
      time.at(atMs, () => applyChange(life.platform.edge, seed, { kind: 'service-deleted', project, service }));
    }
    const perDay = newcomersPerDay;
    for (const newcomer of newcomersOf(seed, { day, startMs, perDay }, life.projects)) {
      time.at(newcomer.atMs, () => {
        const { project, service } = newcomer;
        applyChange(life.platform.edge, seed, { kind: 'service-created', project, service });
        life.readings.created(newcomer);
      });
    }
  }
};

const problemsAtEnd = async ({ time, bucket, watcher, pace, sizes, settings }: DeployedLife): Promise<BrokenLaw[]> => {
  const bodies: string[] = [];
  for (const key of await bucket.objects.list('audit/')) bodies.push((await bucket.objects.get(key))?.body ?? '');
  const most = pace.most();
  const atEnd = (law: string) => (message: string) => ({ law, atMs: time.now(), message });
  return [
    ...judgeAudit(bodies, watcher.made, watcher.tried).map(atEnd(auditLaw)),
    ...sizes.problems().map(atEnd(sizesLaw)),
    ...(most > settings.callsPerMinute ? [`${most} calls started with one token within 60 s`] : []).map(atEnd(paceLaw)),
  ];
};

/** Until the runs under way have ended, which takes no longer than the workflow's own time-out. */
const settle = async ({ time, executions }: DeployedLife): Promise<void> => {
  const lastMs = time.now() + 7 * hourMs;
  do await time.runTo(time.now() + 10 * minuteMs);
  while (executions.atWork() > 0 && time.now() < lastMs);
};

const resultOf = async (
  { seed, size, days }: DeployedOptions,
  life: DeployedLife,
  approver: Approver | undefined,
): Promise<DeployedResult> => {
  const { time, startMs, settings, ended, meter, readings, watcher, faults, platform, bucket } = life;
  const beyond = (approver?.problems() ?? []).map((message) => ({ law: approvedLaw, atMs: time.now(), message }));
  const violations = [...watcher.violations, ...(await problemsAtEnd(life)), ...beyond];
  const daily = ended.filter(({ trigger }) => trigger === 'daily');
  const whole = ended.filter(({ trigger, error }) => trigger !== 'event' && error === null);
  const daysOf = (runs: readonly Ended[]) => new Set(runs.map(({ begunMs }) => dayOf(begunMs))).size;
  const hash = createHash('sha256').update(JSON.stringify(platform.state())).update(bucket.hash());
  return {
    seed,
    ...size,
    callsPerMinute: settings.callsPerMinute,
    days,
    oldestRecordMinutes: rounded(readings.oldestRecordMinutes()),
    failedRuns: ended.filter(({ error }) => error !== null).length,
    coalescedRuns: ended.filter(({ outcome }) => outcome === 'coalesced').length,
    eventMinutes: quantilesOf(readings.eventMinutes()),
    foundMinutes: quantilesOf(readings.foundMinutes()),
    servedMinutes: quantilesOf(readings.servedMinutes()),
    budgetPasses: { done: daysOf(daily.filter(({ error }) => error === null)), of: daysOf(daily) },
    urgentMinutes: rounded(readings.urgentMinutes()),
    quietPassCalls: quantile(readings.quietCalls(), 0.5),
    dailyQuestions: rounded(readings.questions() / days),
    ...(approver !== undefined && { enforcement: approver.enforcement() }),
    calls: life.calls(),
    states: meter.used().transitions,
    largestPayload: meter.largestPayload(),
    used: meter.used(),
    largest: life.sizes.largest(),
    monthlyCost: rounded(monthlyBill(monthOf(meter.used(), time.now() - startMs))),
    hourlyPasses: runsOf(ended, 'hourly'),
    eventRuns: runsOf(ended, 'event'),
    passMinutes: rounded(
      quantile(
        whole.map((one) => (one.endedMs - one.begunMs) / minuteMs).sort((a, b) => a - b),
        0.5,
      ),
    ),
    mostCallsAMinute: life.pace.most(),
    writes: watcher.made.length,
    functions: life.functions.counts,
    faults: faults.counts,
    checks: watcher.checks(),
    violations,
    hash: hash.digest('hex'),
  };
};

/** A deployment whose schedules and people have begun; time passes as far as it is asked to. */
export const beginDeployed = async (options: DeployedOptions) => {
  const { seed, days } = options;
  const life = await openDeployedLife(options);
  const { time, startMs, settings, faults } = life;
  const endMs = startMs + days * dayMs;
  for (const timetable of timetablesOf(settings)) {
    const draws = drawsOf(seed, 'schedule', timetable.name);
    keepTimetable(timetable, { time, draws, faults, startMs, endMs, start: life.start });
  }
  settleTeams(life, options);
  const approver = options.approvesOnce ? createApprover(life, endMs, options.forbidden) : undefined;
  return {
    life,
    /** Lets time pass until so many days are over. */
    liveDays: (lived: number) => time.runTo(startMs + lived * dayMs),
    /** Lets the runs under way end, and judges the whole. */
    end: async () => {
      await settle(life);
      const result = await resultOf(options, life, approver);
      await life.close();
      return result;
    },
  };
};

/**
 * Lives through days of an organization with Headroom deployed on AWS: its schedules, events, executions and functions run
 * beside each other as their settings make them. The same options give the same result, to the byte.
 */
export const simulateDeployed = async (options: DeployedOptions): Promise<DeployedResult> => {
  const { liveDays, end } = await beginDeployed(options);
  await liveDays(options.days);
  return end();
};
