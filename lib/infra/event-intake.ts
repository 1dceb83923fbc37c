import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { eventQueueOf } from '../contract/event-queue.ts';
import { eventSource, intakeKinds } from '../contract/events.ts';
import type { Settings } from '../contract/settings.ts';
import { storeKeys } from '../contract/store-keys.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { EventBus } from './event-bus.ts';
import { ServiceRole } from './service-role.ts';
import type { Storage } from './store/storage.ts';
import type { Workflow } from './workflow.ts';

interface EventIntakeProps {
  readonly settings: Settings;
  /** Source of the run requests. */
  readonly bus: EventBus;
  /** Store of the policy document; a new policy also requests a run. */
  readonly storage: Storage;
  /** The workflow that events start. */
  readonly reconcile: Workflow;
  readonly deadLetters: DeadLetters;
  /** Encrypts the pipe's log. */
  readonly key: IKey;
  readonly logRetention: RetentionDays;
}

/** Run requests: a rule, a queue that collects them for a while, a pipe, and one run for all of them. */
export class EventIntake extends Construct {
  readonly queue: Queue;
  readonly pipe: CfnPipe;

  constructor(scope: Construct, id: string, props: EventIntakeProps) {
    super(scope, id);
    const { hiddenSeconds, mostDeliveries } = eventQueueOf(props.settings);
    this.queue = new Queue(this, 'Queue', {
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(hiddenSeconds),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: props.deadLetters.events, maxReceiveCount: mostDeliveries },
    });
    this.collect(props);
    this.pipe = this.deliver(props);
  }

  private collect({ settings, bus, storage, deadLetters }: EventIntakeProps): void {
    // A stopped pipe would leave messages in the queue and raise the alarm on waiting events.
    const { enabled } = settings;
    for (const { name, types, member } of intakeKinds) {
      const rule = (id: string, condition: string, exists: boolean) =>
        new Rule(this, id, {
          enabled,
          description: `Headroom: events that request a run${condition} (${types.join(', ')})`,
          eventBus: bus.bus,
          eventPattern: {
            source: [eventSource],
            detailType: [...types],
            ...(member === undefined ? {} : { detail: { [member]: [{ exists }] } }),
          },
        });
      const detail = member === undefined ? {} : { [member]: EventField.fromPath(`$.detail.${member}`) };
      rule(name, '', true).addTarget(
        new SqsQueue(this.queue, {
          deadLetterQueue: deadLetters.deliveries,
          message: RuleTargetInput.fromObject({ 'detail-type': EventField.detailType, detail }),
        }),
      );
      if (member === undefined) continue;
      const deadEnd = new SqsQueue(deadLetters.events, { deadLetterQueue: deadLetters.deliveries });
      rule(`${name}Incomplete`, ` and lack ${member}`, false).addTarget(deadEnd);
    }
    const policyChanged = new Rule(this, 'PolicyWritten', {
      enabled,
      description: 'Headroom: a new policy document requests a run',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [storage.bucket.bucketName] }, object: { key: [storeKeys.policy] } },
      },
    });
    policyChanged.addTarget(
      new SqsQueue(this.queue, {
        deadLetterQueue: deadLetters.deliveries,
        message: RuleTargetInput.fromObject({ 'detail-type': 'PolicyChanged', detail: {} }),
      }),
    );
  }

  private deliver({ settings, reconcile, key, logRetention }: EventIntakeProps): CfnPipe {
    const access = new ServiceRole(this, 'Access', {
      service: 'pipes.amazonaws.com',
      purpose: 'Headroom: permissions of the event pipe',
    });
    access.allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [this.queue.queueArn]);
    access.allow(['states:StartExecution'], [reconcile.machine.stateMachineArn]);
    const logGroup = new LogGroup(this, 'Log', {
      // With this name prefix log delivery needs no entry in a resource policy of limited size.
      logGroupName: `/aws/vendedlogs/pipes/${Stack.of(this).stackName}`,
      retention: logRetention,
      encryptionKey: key,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    access.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    const { mostEvents, windowSeconds } = eventQueueOf(settings);
    const pipe = new CfnPipe(this, 'Pipe', {
      description: 'Headroom: one run for all events of a window',
      desiredState: settings.enabled ? 'RUNNING' : 'STOPPED',
      roleArn: access.arn,
      source: this.queue.queueArn,
      sourceParameters: {
        sqsQueueParameters: {
          batchSize: mostEvents,
          maximumBatchingWindowInSeconds: windowSeconds,
        },
      },
      // Logs the failure and its cause, not the events: those are in the dead-letter queue.
      logConfiguration: { level: 'ERROR', cloudwatchLogsLogDestination: { logGroupArn: logGroup.logGroupArn } },
      target: reconcile.machine.stateMachineArn,
      targetParameters: {
        stepFunctionStateMachineParameters: { invocationType: 'FIRE_AND_FORGET' },
        inputTemplate: '{"detail-type": <$.body.detail-type>, "detail": <$.body.detail>}',
      },
    });
    pipe.node.addDependency(access.complete);
    return pipe;
  }
}
