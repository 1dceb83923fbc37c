import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/**
 * Where everything ends up that could not be delivered: nothing that was sent is lost in silence. Events have a queue of
 * their own, because its messages can be sent back to where they came from.
 */
export class DeadLetters extends Construct {
  /** Events that asked for a run and could not be handed to the workflow. */
  readonly events: Queue;
  /** What a rule, a schedule, a notice or Lambda could not deliver. */
  readonly deliveries: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.events = this.queue('Events');
    this.deliveries = this.queue('Deliveries');
    Validations.of(this).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'These are the dead-letter queues themselves; an alarm watches each of them.',
    });
  }

  /** Lets rules of this account's EventBridge, or its topics, leave here what they could not deliver. */
  accept(service: 'events.amazonaws.com' | 'sns.amazonaws.com', sourceArn: string): void {
    this.deliveries.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(service)],
        actions: ['sqs:SendMessage'],
        resources: [this.deliveries.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': sourceArn } },
      }),
    );
  }

  private queue(id: string): Queue {
    return new Queue(this, id, { enforceSSL: true, retentionPeriod: Duration.days(14) });
  }
}
