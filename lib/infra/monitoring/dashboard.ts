import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard as Board,
  GraphWidget,
  type IMetric,
  type IWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { type MetricName, telemetry } from '../../contract/telemetry.ts';
import type { EventIntake } from '../event-intake.ts';
import type { Functions } from '../functions/functions.ts';
import type { Workflow } from '../workflow.ts';
import type { Alarms } from './alarms.ts';
import { emitted } from './deployment-metrics.ts';

interface DashboardProps {
  readonly alarms: Alarms;
  readonly reconcile: Workflow;
  readonly functions: Functions;
  readonly intake: EventIntake;
}

const hour = Duration.hours(1);

/** One dashboard page: alarms, coverage and money, then the automation itself. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { alarms, reconcile, functions, intake }: DashboardProps) {
    super(scope, id);
    const { metrics } = telemetry;
    const graph = (title: string, left: IMetric[]): IWidget => new GraphWidget({ title, left, width: 12 });
    const level = (name: MetricName, label: string) => emitted(this, name, { statistic: 'Maximum', label });
    new Board(this, 'Board', {
      // Dashboards of all regions of an account share their names.
      dashboardName: `${Stack.of(this).stackName}-${Stack.of(this).region}`,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms.all], width: 24, height: 3 })],
        [
          graph('Coverage: services', [
            level(metrics.servicesProtected, 'with an autoscaler'),
            level(metrics.servicesUnprotected, 'without, though the policy wants one'),
          ]),
          graph('Money: a month, in the currency of the policy', [
            level(metrics.grantedMonthly, 'granted maximums'),
            level(metrics.provisionedMonthly, 'provisioned storage'),
          ]),
        ],
        [
          graph(
            'Runs',
            [
              metrics.runsEnded,
              metrics.runsFailed,
              metrics.runsPartial,
              metrics.plansWaiting,
              metrics.policyInvalid,
            ].map((name) => emitted(this, name)),
          ),
          graph(
            'Changes',
            [
              metrics.changesConfirmed,
              metrics.changesUnfinished,
              metrics.projectsUnread,
              metrics.readingsOverdue,
              metrics.workUnfinished,
              metrics.needsPerson,
            ].map((name) => emitted(this, name)),
          ),
        ],
        [
          graph('Readings: minutes', [
            level(metrics.oldestReadingMinutes, 'the oldest'),
            level(metrics.promisedReadingMinutes, 'promised'),
          ]),
          graph('Run duration', [reconcile.machine.metricTime({ period: hour, statistic: 'Maximum' })]),
        ],
        [
          graph('Waiting, unreadable and unpublished events, missing heartbeats, dead messages, ending token', [
            intake.queue.metricApproximateNumberOfMessagesVisible({ period: hour }),
            emitted(this, metrics.heartbeatMissing),
            emitted(this, metrics.eventsUnreadable),
            emitted(this, metrics.eventsUnpublished),
            emitted(this, metrics.messagesDead),
            emitted(this, metrics.tokenExpiring),
          ]),
          graph('Function errors, throttles, lack of memory or time', [
            ...functions.all.map(({ lambda }) => lambda.metricErrors({ period: hour })),
            ...functions.all.map(({ lambda }) => lambda.metricThrottles({ period: hour })),
            emitted(this, metrics.functionsNearLimit),
          ]),
        ],
        [
          graph(
            'Function duration',
            functions.all.map(({ lambda }) => lambda.metricDuration({ period: hour, statistic: 'p95' })),
          ),
        ],
      ],
    });
  }
}
