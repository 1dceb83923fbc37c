import { Annotations } from 'aws-cdk-lib';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { discoveryText, mostProjectsWithinADay } from '../contract/pass-size.ts';
import { longestPauseHours, type Timetable, timetablesOf } from '../contract/schedule.ts';
import type { Settings } from '../contract/settings.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { Functions } from './functions/functions.ts';
import { ServiceRole } from './service-role.ts';
import type { Workflow } from './workflow.ts';

interface SchedulesProps {
  readonly settings: Settings;
  /** The workflow of the passes. */
  readonly reconcile: Workflow;
  /** The tasks that schedules start by themselves. */
  readonly functions: Functions;
  /** Queue for starts that failed on every try. */
  readonly deadLetters: DeadLetters;
}

/** An organization of this size must fit; headroom status judges the actual one. */
const fewProjects = 5_000;

/** Hours without a run, or without a search for new services, that no alarm takes for a fault. */
const longestPause = 48;

/** All schedules of lib/contract/schedule.ts. */
export class Schedules extends Construct {
  private readonly props: SchedulesProps;
  private readonly access: ServiceRole;

  constructor(scope: Construct, id: string, props: SchedulesProps) {
    super(scope, id);
    this.props = props;
    const { reconcile, deadLetters } = props;
    const timetables = timetablesOf(props.settings);
    this.access = new ServiceRole(this, 'Access', {
      service: 'scheduler.amazonaws.com',
      purpose: 'Headroom: permissions of the schedules',
    });
    this.access.allow(['states:StartExecution'], [reconcile.machine.stateMachineArn]);
    this.access.allow(
      ['lambda:InvokeFunction'],
      timetables.flatMap(({ starts }) => (starts === 'reconcile' ? [] : [this.targetOf(starts)])),
    );
    this.access.allow(['sqs:SendMessage'], [deadLetters.deliveries.queueArn]);
    for (const timetable of timetables) this.add(timetable);
    this.sayBound();
    this.sayPauses(timetables);
  }

  private targetOf(starts: Timetable['starts']): string {
    const { reconcile, functions } = this.props;
    return starts === 'reconcile' ? reconcile.machine.stateMachineArn : functions.of(starts).lambda.functionArn;
  }

  /** Prints pauses of `cron(…)` in which alarms would ring for nothing. */
  private sayPauses(timetables: readonly Timetable[]): void {
    const of = (starts: Timetable['starts']) =>
      longestPauseHours(timetables.filter((timetable) => timetable.starts === starts));
    const say = (hours: number, subject: string, lacking: string) => {
      if (hours <= longestPause) return;
      const text = `${subject} ${hours} hours without ${lacking}; alarms expect one at least every ${longestPause} hours.`;
      Annotations.of(this).addWarningV2('headroom:pauses', text);
    };
    say(of('reconcile'), 'schedules.reconcile and schedules.budget leave', 'a run');
    say(of('watch-services'), 'schedules.watch leaves', 'a search for new services');
  }

  /** Prints what the settings promise at synth: the number of projects is only known to a run. */
  private sayBound(): void {
    const { settings } = this.props;
    const { schedules } = settings;
    const most = mostProjectsWithinADay(settings);
    const notes = Annotations.of(this);
    notes.addInfoV2('headroom:new-services', discoveryText(settings));
    if (most === 0) {
      const text = `With schedules.reconcile ${schedules.reconcile} the last reading of a project can be more than a day old; use rate(12 hours) or less.`;
      notes.addWarningV2('headroom:readings', text);
    } else if (most < fewProjects) {
      const text = `With ${settings.callsPerMinute} calls a minute, readings stay younger than a day for up to ${most} projects; for more, raise callsPerMinute.`;
      notes.addWarningV2('headroom:readings', text);
    }
  }

  private add({ name, expression, timeZone, purpose, latenessMinutes, starts, input }: Timetable): void {
    const { settings, deadLetters } = this.props;
    const schedule = new CfnSchedule(this, name, {
      description: `Headroom: ${purpose}`,
      state: settings.enabled ? 'ENABLED' : 'DISABLED',
      scheduleExpression: expression,
      scheduleExpressionTimezone: timeZone,
      flexibleTimeWindow:
        latenessMinutes > 0 ? { mode: 'FLEXIBLE', maximumWindowInMinutes: latenessMinutes } : { mode: 'OFF' },
      target: {
        arn: this.targetOf(starts),
        roleArn: this.access.arn,
        input: JSON.stringify(input),
        deadLetterConfig: { arn: deadLetters.deliveries.queueArn },
        retryPolicy: { maximumEventAgeInSeconds: 3600, maximumRetryAttempts: 10 },
      },
    });
    schedule.node.addDependency(this.access.complete);
  }
}
