import { Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { pauseOf, type Settings } from '../contract/settings.ts';
import { type MetricName, telemetry } from '../contract/telemetry.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { EventIntake } from './event-intake.ts';
import type { Functions } from './functions.ts';
import type { Notices } from './notices.ts';
import type { RunWatch } from './run-watch.ts';
import type { Workflow } from './workflow.ts';

export interface AlarmsProps {
  /** Whether anything starts by itself, so that silence means trouble; and how often. */
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
  /** Alarm from this value on; 1 where nothing else is said. */
  readonly from?: number;
  /** Periods in a row for which it must hold; 1 where nothing else is said. */
  readonly periods?: number;
  /** What happened, in words. */
  readonly says: string;
}

const hour = Duration.hours(1);

/** A metric that the functions emit. */
export const emitted = (metricName: MetricName, period: Duration): Metric =>
  new Metric({
    namespace: telemetry.namespace,
    metricName,
    dimensionsMap: { ...telemetry.dimensions },
    statistic: 'Sum',
    period,
  });

const visible = (queue: IQueue) =>
  queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), statistic: 'Maximum' });

/** What happens with every pass is judged by the pauses between them, however long those are. */
const everyPass = ({ schedules }: AlarmsProps['settings']) => {
  const { hours, patience } = pauseOf(schedules.reconcile);
  const period = Duration.hours(hours);
  const metric = (name: MetricName) => emitted(name, period);
  return { metric, period, periods: patience, span: `For ${hours * patience} hours` };
};

/** Name of the alarm, and the section of docs/runbook.md that says what to do, by what happened. */
const conditions = ({
  settings,
  runWatch,
  retirement,
  functions,
  intake,
  deadLetters,
}: AlarmsProps): Record<string, Condition> => {
  const { metric, periods, span } = everyPass(settings);
  return {
    'run-failed': { metric: runWatch.metric(hour), says: 'A run failed, took too long or was stopped.' },
    'changes-unfinished': {
      metric: metric(telemetry.metrics.changesUnfinished),
      periods,
      says: `${span} there were changes that could not be carried out or confirmed.`,
    },
    'projects-unread': {
      metric: metric(telemetry.metrics.projectsUnread),
      periods,
      says: `${span} there were projects that could not be read.`,
    },
    'watching-failed': {
      metric: functions.of('watch-services').lambda.metricErrors({ period: Duration.minutes(15) }),
      from: 3,
      says: 'New services are not being looked for; they are found by the next pass only.',
    },
    'events-stuck': {
      metric: intake.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(15) }),
      from: 3600,
      says: 'An event has been waiting for its run for an hour.',
    },
    'events-unreadable': {
      metric: emitted(telemetry.metrics.eventsUnreadable, hour),
      says: 'Events that may have asked for a run could not be read.',
    },
    'hello-missing': {
      metric: emitted(telemetry.metrics.heartbeatMissing, hour),
      says: 'For two hours no event has come through to the workflow, though one is sent every hour.',
    },
    'events-dead': { metric: visible(deadLetters.events), says: 'Events could not be handed to the workflow.' },
    'deliveries-dead': {
      metric: visible(deadLetters.deliveries),
      says: 'A schedule, a rule, a notice or Lambda could not deliver something.',
    },
    'rotation-failed': {
      metric: functions.of('rotate-token').lambda.metricErrors({ period: hour }),
      says: 'The token could not be replaced; the current one goes on working.',
    },
    'retirement-failed': {
      metric: retirement.machine.metricFailed({ period: hour }),
      says: 'The previous token could not be revoked and still works.',
    },
  };
};

/** One alarm for each thing that a person has to do something about; each names its section of the runbook. */
export class Alarms extends Construct {
  readonly all: readonly AlarmBase[];
  private readonly notices: Notices;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.notices = props.notices;
    this.all = [
      ...Object.entries(conditions(props)).map(([name, condition]) => this.raise(name, condition)),
      this.missRuns(props),
    ];
  }

  private raise(name: string, { metric, from = 1, periods = 1, says }: Condition): Alarm {
    return this.tell(
      new Alarm(this, name, {
        ...this.naming(name, name, says),
        metric,
        threshold: from,
        evaluationPeriods: periods,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }),
    );
  }

  /**
   * Silence is no proof of health: where passes are due, none for some pauses is an alarm. Right after the stack was
   * enabled there is only silence behind it. What shows since when it is enabled is the pipe: it asks the queue all the
   * time, whether anything was started by the clock or not.
   */
  private missRuns({ settings, intake }: AlarmsProps): CompositeAlarm {
    const { metric, period, periods, span } = everyPass(settings);
    const parts = new Construct(this, 'runs-missing-parts');
    const silent = {
      threshold: 1,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    };
    const noneEnded = new Alarm(parts, 'no-run-ended', {
      ...this.naming('no-run-ended', 'runs-missing', `${span} no run has ended.`),
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
      reason: 'Neither of the two says by itself that something is wrong; the alarm that is made of both tells people.',
    });
    const { alarmName, alarmDescription } = this.naming(
      'runs-missing',
      'runs-missing',
      `${span} no run has ended, and the stack has been enabled for as long.`,
    );
    return this.tell(
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

  private naming(name: string, section: string, says: string) {
    return {
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `${says} What to do: docs/runbook.md#${section}`,
    };
  }

  private tell<A extends AlarmBase>(alarm: A): A {
    const action = new SnsAction(this.notices.topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  }
}
