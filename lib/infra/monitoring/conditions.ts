import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { minutesBetween, pauseOf } from '../../contract/schedule-expression.ts';
import type { Settings } from '../../contract/settings.ts';
import { type MetricName, telemetry } from '../../contract/telemetry.ts';
import type { DeadLetters } from '../dead-letters.ts';
import type { EventIntake } from '../event-intake.ts';
import type { Functions } from '../functions/functions.ts';
import type { Backup } from '../store/backup.ts';
import type { Workflow } from '../workflow.ts';
import { emitted } from './deployment-metrics.ts';
import type { KeyWatch, RunWatch } from './watches.ts';

/** What the alarms look at. */
export interface Watched {
  /**
   * Whether schedules run, so that missing runs are an alarm, how often, whether there are channels, and where the runbook is.
   */
  readonly settings: Pick<Settings, 'enabled' | 'schedules' | 'channels' | 'runbookUrl'>;
  readonly runWatch: RunWatch;
  readonly keyWatch: KeyWatch;
  readonly reconcile: Workflow;
  readonly retirement: Workflow;
  readonly functions: Functions;
  readonly intake: EventIntake;
  readonly deadLetters: DeadLetters;
  /** Present where the setting `backup` asks for it. */
  readonly backup: Backup | undefined;
}

export interface Condition {
  readonly metric: IMetric;
  /** Threshold of the alarm; default 1. */
  readonly from?: number;
  /** Consecutive periods above the threshold; default 1. */
  readonly periods?: number;
  /** What happened, for people. */
  readonly description: string;
}

const { metrics } = telemetry;
const hour = Duration.hours(1);
const quarter = Duration.minutes(15);
const visible = (queue: IQueue) =>
  queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), statistic: 'Maximum' });

/** The part of the interval by which the period of an alarm exceeds it: passes start up to a tenth late, and differ in length. */
const slack = 0.25;
/** CloudWatch looks back seven days, over all periods of an alarm. */
const mostMinutes = 7 * 24 * 60;

/**
 * Alarms on every pass have a period that is a little longer than the interval between passes, however long that is: the period
 * is a sliding window, and one without a pass in it would end the alarm, and the next pass would raise it again.
 */
export const everyPass = (scope: Construct, { schedules }: Watched['settings']) => {
  const { hours, patience } = pauseOf(schedules.reconcile);
  const minutes = Math.min(hours * 60 * (1 + slack), mostMinutes / patience);
  const period = Duration.minutes(minutes);
  const metric = (name: MetricName) => emitted(scope, name, { period });
  return { metric, period, periods: patience, span: `For ${Math.floor((minutes * patience) / 60)} hours` };
};

/** Longest time of a run: a longer one is still there when the next begins. */
const pauseMs = (expression: string): number => (minutesBetween(expression) ?? 24 * 60) * 60_000;

const aboutRuns = (scope: Construct, { settings, runWatch, reconcile }: Watched): Record<string, Condition> => {
  const { metric, period, periods, span } = everyPass(scope, settings);
  const hasInterval = minutesBetween(settings.schedules.reconcile) !== undefined;
  return {
    'run-failed': {
      // Runs of `cron(…)` may come often: a failed one should not ring for the day that their pause may have.
      metric: runWatch.metric(hasInterval ? period : hour),
      description: 'A run failed, took too long or was stopped.',
    },
    'run-slow': {
      metric: reconcile.machine.metricTime({ period, statistic: 'Maximum' }),
      from: pauseMs(settings.schedules.reconcile),
      periods,
      description: `${span} runs took longer than the time between two of them.`,
    },
    'work-unfinished': {
      metric: metric(metrics.workUnfinished),
      periods,
      description: `${span} some changes failed or stayed unconfirmed, or some projects could not be read.`,
    },
    'needs-person': {
      metric: metric(metrics.needsPerson),
      description:
        'Nothing is lost yet, but one of these stays until a person looks: the policy is invalid, readings are overdue, a function nearly ' +
        'used up its memory or time, events were unreadable or not published, messages to a channel failed.',
    },
  };
};

const aboutEvents = (scope: Construct, { functions, deadLetters }: Watched): Record<string, Condition> => ({
  'watching-failed': {
    metric: functions.of('watch-services').lambda.metricErrors({ period: quarter }),
    from: 3,
    description: 'The search for new services fails; only the next pass finds them.',
  },
  'hello-missing': {
    metric: emitted(scope, metrics.heartbeatMissing),
    description: 'No heartbeat event has reached the workflow for two hours, though one is sent every hour.',
  },
  'events-dead': {
    metric: visible(deadLetters.events),
    description: 'Events could not be delivered to the workflow.',
  },
  'deliveries-dead': {
    metric: visible(deadLetters.deliveries),
    description: 'A schedule, a rule, a notice or Lambda failed to deliver a message.',
  },
});

const aboutSecrets = ({ functions, retirement, keyWatch }: Watched): Record<string, Condition> => ({
  'rotation-failed': {
    metric: functions.of('rotate-token').lambda.metricErrors({ period: hour }),
    description: 'The token rotation failed; the current token still works.',
  },
  'retirement-failed': {
    metric: retirement.machine.metricFailed({ period: hour }),
    description: 'The previous token was not revoked and still works.',
  },
  'key-ending': {
    metric: keyWatch.metric(hour),
    description: 'A key was disabled, or a key or secret was scheduled for deletion.',
  },
});

const aboutBackups = ({ backup }: Watched): Record<string, Condition> =>
  backup === undefined
    ? {}
    : {
        'backup-failed': {
          metric: backup.metric(hour),
          description: 'A backup of the store failed or did not begin in time.',
        },
      };

/** Alarms about what goes on, slowly or in part, until a person looks; every other one says that something does not work. */
const forPerson: ReadonlySet<string> = new Set(['run-slow', 'work-unfinished', 'needs-person']);

/** How urgent an alarm is, as the first words of its text. */
export const urgencyOf = (name: string): string => (forPerson.has(name) ? 'Needs a person.' : 'Broken.');

/** Conditions by alarm name, which is also the section of docs/runbook.md. */
export const conditions = (scope: Construct, watched: Watched): Record<string, Condition> => ({
  ...aboutRuns(scope, watched),
  ...aboutEvents(scope, watched),
  ...aboutSecrets(watched),
  ...aboutBackups(watched),
});
