import { Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { pauseOf, type Settings } from '../../contract/settings.ts';
import { type MetricName, telemetry } from '../../contract/telemetry.ts';
import type { DeadLetters } from '../dead-letters.ts';
import type { EventIntake } from '../event-intake.ts';
import type { Functions } from '../functions/functions.ts';
import type { Notices } from '../notices.ts';
import type { Workflow } from '../workflow.ts';
import { emitted } from './deployment-metrics.ts';
import type { RunWatch } from './run-watch.ts';

export interface AlarmsProps {
  /** Whether schedules run, so that missing runs are an alarm, and how often. */
  readonly settings: Pick<Settings, 'enabled' | 'schedules'>;
  readonly notices: Notices;
  readonly runWatch: RunWatch;
  readonly retirement: Workflow;
  readonly functions: Functions;
  readonly intake: EventIntake;
  readonly deadLetters: DeadLetters;
}

interface Condition {
  readonly metric: IMetric;
  /** Threshold of the alarm; default 1. */
  readonly from?: number;
  /** Consecutive periods above the threshold; default 1. */
  readonly periods?: number;
  /** What happened, for people. */
  readonly description: string;
}

const hour = Duration.hours(1);

const visible = (queue: IQueue) =>
  queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), statistic: 'Maximum' });

/** Alarms on every pass use the interval between passes as their period, however long it is. */
const everyPass = (scope: Construct, { schedules }: AlarmsProps['settings']) => {
  const { hours, patience } = pauseOf(schedules.reconcile);
  const period = Duration.hours(hours);
  const metric = (name: MetricName) => emitted(scope, name, { period });
  return { metric, period, periods: patience, span: `For ${hours * patience} hours` };
};

/** Conditions by alarm name, which is also the section of docs/runbook.md. */
const conditions = (
  scope: Construct,
  { settings, runWatch, retirement, functions, intake, deadLetters }: AlarmsProps,
): Record<string, Condition> => {
  const { metric, periods, span } = everyPass(scope, settings);
  return {
    'run-failed': { metric: runWatch.metric(hour), description: 'A run failed, took too long or was stopped.' },
    'changes-unfinished': {
      metric: metric(telemetry.metrics.changesUnfinished),
      periods,
      description: `${span} some changes failed or stayed unconfirmed.`,
    },
    'projects-unread': {
      metric: metric(telemetry.metrics.projectsUnread),
      periods,
      description: `${span} some projects could not be read.`,
    },
    'readings-overdue': {
      metric: metric(telemetry.metrics.readingsOverdue),
      description: 'The last reading of some projects is more than twice as old as the schedule promises.',
    },
    'watching-failed': {
      metric: functions.of('watch-services').lambda.metricErrors({ period: Duration.minutes(15) }),
      from: 3,
      description: 'The search for new services fails; only the next pass finds them.',
    },
    'events-stuck': {
      metric: intake.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(15) }),
      from: 3600,
      description: 'An event has waited for its run for an hour.',
    },
    'events-unreadable': {
      metric: emitted(scope, telemetry.metrics.eventsUnreadable),
      description: 'Unreadable events arrived; they may have requested runs.',
    },
    'hello-missing': {
      metric: emitted(scope, telemetry.metrics.heartbeatMissing),
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
    'rotation-failed': {
      metric: functions.of('rotate-token').lambda.metricErrors({ period: hour }),
      description: 'The token rotation failed; the current token still works.',
    },
    'retirement-failed': {
      metric: retirement.machine.metricFailed({ period: hour }),
      description: 'The previous token was not revoked and still works.',
    },
  };
};

/** One alarm for each condition that requires a person; its description links to a section of the runbook. */
export class Alarms extends Construct {
  readonly all: readonly AlarmBase[];
  private readonly notices: Notices;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.notices = props.notices;
    this.all = [
      ...Object.entries(conditions(this, props)).map(([name, condition]) => this.raise(name, condition)),
      this.missRuns(props),
    ];
  }

  private raise(name: string, { metric, from = 1, periods = 1, description }: Condition): Alarm {
    return this.notify(
      new Alarm(this, name, {
        ...this.naming(name, name, description),
        metric,
        threshold: from,
        evaluationPeriods: periods,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }),
    );
  }

  /**
   * Missing metrics do not prove health: no run for several intervals is an alarm if passes are due. Right after the
   * stack was enabled no run can have ended yet. The empty receives of the pipe show how long the stack has been
   * enabled, because the pipe polls the queue all the time, whether or not anything was scheduled.
   */
  private missRuns({ settings, intake }: AlarmsProps): CompositeAlarm {
    const { metric, period, periods, span } = everyPass(this, settings);
    const parts = new Construct(this, 'runs-missing-parts');
    const silent = {
      threshold: 1,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    };
    const noneEnded = new Alarm(parts, 'no-run-ended', {
      ...this.naming('no-run-ended', 'runs-missing', `${span} no run ended.`),
      ...silent,
      metric: metric(telemetry.metrics.runsEnded),
      treatMissingData: settings.enabled ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const notEnabled = new Alarm(parts, 'not-enabled-for-long', {
      ...this.naming('not-enabled-for-long', 'runs-missing', `${span} or less the stack has been enabled.`),
      ...silent,
      metric: intake.queue.metricNumberOfEmptyReceives({ period, statistic: 'Sum' }),
      datapointsToAlarm: 1,
      treatMissingData: TreatMissingData.BREACHING,
    });
    Validations.of(parts).acknowledge({
      id: 'NIST.800.53.R5-CloudWatchAlarmAction',
      reason: 'Neither alarm alone indicates a fault; the composite alarm of both sends the notice.',
    });
    const { alarmName, alarmDescription } = this.naming(
      'runs-missing',
      'runs-missing',
      `${span} no run ended, although the stack was enabled all that time.`,
    );
    return this.notify(
      new CompositeAlarm(this, 'runs-missing', {
        compositeAlarmName: alarmName,
        alarmDescription,
        alarmRule: AlarmRule.allOf(
          AlarmRule.fromAlarm(noneEnded, AlarmState.ALARM),
          AlarmRule.fromAlarm(notEnabled, AlarmState.OK),
        ),
      }),
    );
  }

  private naming(name: string, section: string, description: string) {
    return {
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `${description} What to do: docs/runbook.md#${section}`,
    };
  }

  private notify<A extends AlarmBase>(alarm: A): A {
    const action = new SnsAction(this.notices.topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  }
}
