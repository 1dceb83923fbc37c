import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard as Board,
  GraphWidget,
  type IMetric,
  type IWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { telemetry } from '../../contract/telemetry.ts';
import type { EventIntake } from '../event-intake.ts';
import type { Functions } from '../functions/functions.ts';
import type { Workflow } from '../workflow.ts';
import type { Alarms } from './alarms.ts';
import { emitted } from './deployment-metrics.ts';

export interface DashboardProps {
  readonly alarms: Alarms;
  readonly reconcile: Workflow;
  readonly functions: Functions;
  readonly intake: EventIntake;
}

const hour = Duration.hours(1);

/** One dashboard page for the automation: alarms, run outcomes, changes, durations and errors. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { alarms, reconcile, functions, intake }: DashboardProps) {
    super(scope, id);
    const { metrics } = telemetry;
    const graph = (title: string, left: IMetric[]): IWidget => new GraphWidget({ title, left, width: 12 });
    new Board(this, 'Board', {
      dashboardName: Stack.of(this).stackName,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms.all], width: 24, height: 3 })],
        [
          graph(
            'Runs',
            [metrics.runsEnded, metrics.runsFailed, metrics.plansWaiting].map((name) => emitted(this, name)),
          ),
          graph(
            'Changes',
            [metrics.changesConfirmed, metrics.changesUnfinished, metrics.projectsUnread, metrics.readingsOverdue].map(
              (name) => emitted(this, name),
            ),
          ),
        ],
        [
          graph('Run duration', [reconcile.machine.metricTime({ period: hour, statistic: 'Maximum' })]),
          graph('Waiting and unreadable events, missing heartbeats', [
            intake.queue.metricApproximateNumberOfMessagesVisible({ period: hour }),
            emitted(this, metrics.heartbeatMissing),
            emitted(this, metrics.eventsUnreadable),
          ]),
        ],
        [
          graph(
            'Function errors',
            functions.all.map(({ lambda }) => lambda.metricErrors({ period: hour })),
          ),
          graph(
            'Function duration',
            functions.all.map(({ lambda }) => lambda.metricDuration({ period: hour, statistic: 'p95' })),
          ),
        ],
      ],
    });
  }
}
