import { Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  type AlarmProps,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import { pauseOf } from '../../contract/schedule-expression.ts';
import { telemetry } from '../../contract/telemetry.ts';
import type { Notices } from '../notices/notices.ts';
import { type Condition, conditions, everyPass, urgencyOf, type Watched } from './conditions.ts';
import { runbookText } from './runbook-text.ts';

/** CloudWatch looks back seven days, so three periods of an alarm have at most this. */
const longestHours = 48;

interface AlarmsProps extends Watched {
  readonly notices: Notices;
}

/**
 * One alarm for each condition that requires a person; its description begins with what to type, and names the section of the
 * runbook.
 */
export class Alarms extends Construct {
  private readonly notices: Notices;
  private readonly settings: Watched['settings'];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.notices = props.notices;
    this.settings = props.settings;
    for (const [name, condition] of Object.entries(conditions(this, props))) this.raise(name, condition);
    this.raiseSilence(props);
  }

  private raise(name: string, { metric, from = 1, periods = 1, description }: Condition): void {
    this.notify(
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
   * Missing metrics do not prove health: silence is an alarm if runs are due. Right after the stack was enabled nothing can
   * have happened yet. The empty receives of the pipe show how long the stack has been enabled, because the pipe polls the
   * queue all the time, whether or not anything was scheduled.
   */
  private raiseSilence(props: AlarmsProps): void {
    const { settings, intake, functions } = props;
    const { metric, period, periods, span } = everyPass(this, settings);
    const parts = new Construct(this, 'runs-missing-parts');
    Validations.of(parts).acknowledge({
      id: 'NIST.800.53.R5-CloudWatchAlarmAction',
      reason: 'None of these alarms alone indicates a fault; the composite alarm of them sends the notices.',
    });
    const part = (
      name: string,
      section: string,
      text: string,
      more: Partial<AlarmProps> & Pick<AlarmProps, 'metric'>,
    ) =>
      new Alarm(parts, name, {
        ...this.naming(name, section, text),
        threshold: 1,
        evaluationPeriods: periods,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: settings.enabled ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
        ...more,
      });
    const noneEnded = part('no-run-ended', 'runs-missing', `${span} no run ended.`, {
      metric: metric(telemetry.metrics.runsEnded),
    });
    const looks = pauseOf(settings.schedules.watch);
    const lookPeriod = Duration.hours(Math.min(looks.hours, longestHours));
    const lookSpan = `For ${lookPeriod.toHours() * looks.patience} hours`;
    const noneLooked = part('no-look', 'runs-missing', `${lookSpan} nothing looked for new services.`, {
      metric: functions.of('watch-services').lambda.metricInvocations({ period: lookPeriod, statistic: 'Sum' }),
      evaluationPeriods: looks.patience,
    });
    const notEnabled = part('not-enabled-for-long', 'runs-missing', `${span} or less the stack has been enabled.`, {
      metric: intake.queue.metricNumberOfEmptyReceives({ period, statistic: 'Sum' }),
      datapointsToAlarm: 1,
      treatMissingData: TreatMissingData.BREACHING,
    });
    const missing = `${span} no run ended, or ${lookSpan.toLowerCase()} nothing looked for new services, although the stack was enabled all that time. Headroom status names the day on which the first disk may stop growing.`;
    const { alarmName, alarmDescription } = this.naming('runs-missing', 'runs-missing', missing);
    const isSilent = [noneEnded, noneLooked].map((silence) => AlarmRule.fromAlarm(silence, AlarmState.ALARM));
    this.notify(
      new CompositeAlarm(this, 'runs-missing', {
        compositeAlarmName: alarmName,
        alarmDescription,
        alarmRule: AlarmRule.allOf(AlarmRule.anyOf(...isSilent), AlarmRule.fromAlarm(notEnabled, AlarmState.OK)),
      }),
    );
  }

  private naming(name: string, section: string, description: string) {
    return {
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `Type first: headroom status --stack ${Stack.of(this).stackName}. ${urgencyOf(section)} ${description} What to do: ${runbookText(section, this.settings)}`,
    };
  }

  private notify(alarm: AlarmBase): void {
    const action = new SnsAction(this.notices.topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}
