import { Stack } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { eventSource } from '../contract/events.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { EventBus } from './event-bus.ts';

export interface NoticesProps {
  /** Where mail goes; absent: subscribe something of your own to the topic. */
  readonly address: string | undefined;
  /** What messages are encrypted with. */
  readonly key: IKey;
  readonly bus: EventBus;
  readonly deadLetters: DeadLetters;
}

/** What a person must hear of at once: alarms, and plans that wait for an approval. */
export class Notices extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { address, key, bus, deadLetters }: NoticesProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { displayName: 'Headroom', masterKey: key, enforceSSL: true });
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'Alarms',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    deadLetters.accept('sns.amazonaws.com', this.topic.topicArn);
    if (address !== undefined) {
      new Subscription(this, 'Mail', {
        topic: this.topic,
        protocol: SubscriptionProtocol.EMAIL,
        endpoint: address,
        deadLetterQueue: deadLetters.deliveries,
      });
    }
    const waiting = new Rule(this, 'PlanNeedsApproval', {
      description: 'Headroom: tells a person that a plan waits for an approval',
      eventBus: bus.bus,
      eventPattern: { source: [eventSource], detailType: ['PlanNeedsApproval'] },
    });
    waiting.addTarget(
      new SnsTopic(this.topic, {
        deadLetterQueue: deadLetters.deliveries,
        message: RuleTargetInput.fromText(
          `Headroom made a plan (run ${EventField.fromPath('$.detail.runId')}) that a guardrail holds back: ${EventField.fromPath('$.detail.reasons')}. Look at it, then approve the digest ${EventField.fromPath('$.detail.digest')} (docs/deploy.md#approve-a-plan).`,
        ),
      }),
    );
  }
}
