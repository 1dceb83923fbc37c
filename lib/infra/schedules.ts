import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { projectsPerPass } from '../contract/pass-size.ts';
import { dailyPass, type RunRequest } from '../contract/run-request.ts';
import { minutesBetween, type Settings } from '../contract/settings.ts';
import { projectsPerLook } from '../contract/watch-size.ts';
import type { DeadLetters } from './dead-letters.ts';
import { ServiceRole } from './service-role.ts';
import type { TaskFunction } from './task-function.ts';
import type { Workflow } from './workflow.ts';

export interface SchedulesProps {
  readonly settings: Settings;
  /** The workflow of the passes. */
  readonly reconcile: Workflow;
  /** The task that looks for new services. */
  readonly watch: TaskFunction;
  /** Queue for starts that failed on every try. */
  readonly deadLetters: DeadLetters;
}

interface Timetable {
  readonly expression: string;
  /** Purpose, for people. */
  readonly purpose: string;
  readonly latenessMinutes: number;
  readonly target: string;
  readonly input: object;
}

const request = (by: string, reads: number | undefined): RunRequest => ({
  trigger: { kind: 'schedule', by },
  ...(reads !== undefined && { reads }),
  readOnly: false,
});

/** All schedules: the hourly pass, the daily pass for the budgets, and the search for new services. */
export class Schedules extends Construct {
  private readonly props: SchedulesProps;
  private readonly access: ServiceRole;

  constructor(scope: Construct, id: string, props: SchedulesProps) {
    super(scope, id);
    this.props = props;
    const { reconcile, watch, deadLetters } = props;
    const { schedules } = props.settings;
    this.access = new ServiceRole(this, 'Access', {
      service: 'scheduler.amazonaws.com',
      purpose: 'Headroom: permissions of the schedules',
    });
    this.access.allow(['states:StartExecution'], [reconcile.machine.stateMachineArn]);
    this.access.allow(['lambda:InvokeFunction'], [watch.lambda.functionArn]);
    this.access.allow(['sqs:SendMessage'], [deadLetters.deliveries.queueArn]);
    const reads = projectsPerPass(props.settings);
    const pass = { latenessMinutes: schedules.latenessMinutes, target: reconcile.machine.stateMachineArn };
    this.add('Reconcile', {
      ...pass,
      expression: schedules.reconcile,
      purpose: 'whole pass over the organization',
      input: request('hourly pass', reads),
    });
    this.add('Budget', {
      ...pass,
      expression: schedules.budget,
      purpose: 'daily pass that adjusts maximums to budgets',
      input: request(dailyPass, reads),
    });
    this.add('Watch', {
      expression: schedules.watch,
      purpose: 'search for new services',
      latenessMinutes: Math.floor((minutesBetween(schedules.watch) ?? 0) / 2),
      target: watch.lambda.functionArn,
      input: { most: projectsPerLook(props.settings.callsPerMinute) },
    });
  }

  private add(id: string, { expression, purpose, latenessMinutes, target, input }: Timetable): void {
    const { settings, deadLetters } = this.props;
    const schedule = new CfnSchedule(this, id, {
      description: `Headroom: ${purpose}`,
      state: settings.enabled ? 'ENABLED' : 'DISABLED',
      scheduleExpression: expression,
      scheduleExpressionTimezone: settings.schedules.timeZone,
      flexibleTimeWindow:
        latenessMinutes > 0 ? { mode: 'FLEXIBLE', maximumWindowInMinutes: latenessMinutes } : { mode: 'OFF' },
      target: {
        arn: target,
        roleArn: this.access.arn,
        input: JSON.stringify(input),
        deadLetterConfig: { arn: deadLetters.deliveries.queueArn },
        retryPolicy: { maximumEventAgeInSeconds: 3600, maximumRetryAttempts: 10 },
      },
    });
    schedule.node.addDependency(this.access.complete);
  }
}
