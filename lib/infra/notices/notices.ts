import { Stack } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { eventSource } from '../../contract/events.ts';
import type { DeadLetters } from '../dead-letters.ts';
import type { EventBus } from '../event-bus.ts';
import { admitAlarms } from '../monitoring/alarm-key.ts';
import { ServiceRole } from '../service-role.ts';

interface NoticesProps {
  /** A topic of yours in place of one that the stack makes. */
  readonly topic: ITopic | undefined;
  /** Mail address for notices; absent: subscribe to the topic yourself. */
  readonly address: string | undefined;
  /** Encrypts the messages. */
  readonly key: IKey;
  readonly bus: EventBus;
  readonly deadLetters: DeadLetters;
}

/** Sends alarms and the notices of runs to people. */
export class Notices extends Construct {
  readonly topic: ITopic;
  private readonly access: ServiceRole;
  private readonly deadLetters: DeadLetters;

  constructor(scope: Construct, id: string, { topic, address, key, bus, deadLetters }: NoticesProps) {
    super(scope, id);
    this.deadLetters = deadLetters;
    this.topic = topic ?? new Topic(this, 'Topic', { displayName: 'Headroom', masterKey: key, enforceSSL: true });
    // A topic that is imported without its key does not know it; then the key's own policy has to admit the role and alarms.
    const encryption = topic === undefined ? key : topic.masterKey;
    if (topic?.masterKey !== undefined) admitAlarms(this, topic.masterKey);
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
    const written = new Rule(this, 'Written', {
      description: 'Headroom: sends the notices of runs',
      eventBus: bus.bus,
      eventPattern: { source: [eventSource], detailType: ['Notice'] },
    });
    this.access = new ServiceRole(this, 'Access', {
      service: 'events.amazonaws.com',
      purpose: 'Headroom: permissions to send notices',
      onBehalfOf: [bus.rules, bus.ownRules],
    });
    this.access.allow(['sns:Publish'], [this.topic.topicArn]);
    if (encryption !== undefined) this.access.allow(['kms:Decrypt', 'kms:GenerateDataKey'], [encryption.keyArn]);
    const field = (name: string) => EventField.fromPath(`$.detail.${name}`);
    this.announce(written, RuleTargetInput.fromMultilineText(`${field('subject')}\n${field('text')}`));
  }

  /** Sends a message to people for each event of a rule. */
  announce(rule: Rule, message: RuleTargetInput): void {
    rule.node.addDependency(this.access.complete);
    rule.addTarget(
      new SnsTopic(this.topic, {
        // EventBridge sets no condition key for policies of topics and keys, so a policy there would admit every
        // account.
        role: this.access.role,
        deadLetterQueue: this.deadLetters.deliveries,
        message,
      }),
    );
  }
}
