import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/**
 * Queues for every failed delivery, so that no message is lost silently. Events have a separate queue, because its
 * messages can be sent back to their source.
 */
export class DeadLetters extends Construct {
  /** Events that requested a run and could not be delivered to the workflow. */
  readonly events: Queue;
  /** Failed deliveries of rules, schedules, notices and Lambda. */
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

  /** Lets this account's EventBridge rules or topics send failed deliveries here. */
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
