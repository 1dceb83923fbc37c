import { CfnOutput, type RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { eventSource } from '../../contract/events.ts';
import type { Settings } from '../../contract/settings.ts';
import type { DeadLetters } from '../dead-letters.ts';
import type { EventBus } from '../event-bus.ts';
import type { TaskFunction } from '../functions/bundled-function.ts';
import { ServiceRole } from '../service-role.ts';
import { StackSecret } from '../stack-secret.ts';

interface ChannelsProps {
  readonly settings: Settings;
  /** Encrypts the addresses. */
  readonly key: IKey;
  readonly bus: EventBus;
  /** The task that delivers messages. */
  readonly deliver: TaskFunction;
  readonly deadLetters: DeadLetters;
  readonly removalPolicy: RemovalPolicy;
}

/**
 * Delivers messages to the channels of the policy: at once when a run has written one, and every five minutes what waits for
 * another attempt. Addresses and keys are in a secret that a person fills, so no template and no event contains them.
 */
export class Channels extends StackSecret {
  constructor(
    scope: Construct,
    id: string,
    { settings, key, bus, deliver, deadLetters, removalPolicy }: ChannelsProps,
  ) {
    super(scope, id, {
      description: 'Headroom: addresses and keys of notice channels',
      key,
      removalPolicy,
      sid: 'OnlyDeliveryReads',
      unrotated: 'The addresses belong to Slack, Teams or a mail server: a person gets a new one there and stores it.',
    });
    const written = new Rule(this, 'Written', {
      description: 'Headroom: delivers the messages of runs',
      eventBus: bus.bus,
      eventPattern: { source: [eventSource], detailType: ['Notice'] },
    });
    written.addTarget(
      new LambdaFunction(deliver.lambda, {
        deadLetterQueue: deadLetters.deliveries,
        event: RuleTargetInput.fromObject({}),
      }),
    );
    this.repeat(settings, deliver, deadLetters);
    new CfnOutput(Stack.of(this), 'ChannelsSecretArn', {
      value: this.secret.secretArn,
      description: 'secret for addresses and keys of notice channels',
    });
  }

  override grantRead(to: TaskFunction): void {
    super.grantRead(to);
    to.setEnvironment('channels', this.secret.secretArn);
  }

  private repeat({ enabled }: Settings, deliver: TaskFunction, deadLetters: DeadLetters): void {
    const access = new ServiceRole(this, 'Access', {
      service: 'scheduler.amazonaws.com',
      purpose: 'Headroom: permissions to repeat deliveries',
    });
    access.allow(['lambda:InvokeFunction'], [deliver.lambda.functionArn]);
    access.allow(['sqs:SendMessage'], [deadLetters.deliveries.queueArn]);
    const schedule = new CfnSchedule(this, 'Repeated', {
      description: 'Headroom: repeats deliveries of messages that failed',
      state: enabled ? 'ENABLED' : 'DISABLED',
      scheduleExpression: 'rate(5 minutes)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: deliver.lambda.functionArn,
        roleArn: access.arn,
        input: '{}',
        deadLetterConfig: { arn: deadLetters.deliveries.queueArn },
        retryPolicy: { maximumEventAgeInSeconds: 300, maximumRetryAttempts: 1 },
      },
    });
    schedule.node.addDependency(access.complete);
  }
}
