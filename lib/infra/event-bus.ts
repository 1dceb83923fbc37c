import { CfnResource, Duration, Lazy, Stack } from 'aws-cdk-lib';
import { Archive, EventBus as Bus } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { eventSource, wakingEvents } from '../contract/events.ts';
import type { TaskFunction } from './functions/bundled-function.ts';

interface EventBusProps {
  /** AWS organization whose accounts may publish run requests; absent: this account only. */
  readonly trustedOrganization: string | undefined;
  /** ARNs of roles that may publish any event. */
  readonly breakGlass?: readonly string[] | undefined;
}

/** The bus: run requests come in, results of runs go out; with an archive. */
export class EventBus extends Construct {
  readonly bus: Bus;
  /** ARNs of the roles that publish results and notices. */
  private readonly publishers: string[] = [];

  constructor(scope: Construct, id: string, props: EventBusProps) {
    super(scope, id);
    this.bus = new Bus(this, 'Bus', { eventBusName: Stack.of(this).stackName, description: 'Headroom' });
    new Archive(this, 'Archive', {
      sourceEventBus: this.bus,
      description: 'Headroom: events of the last 30 days, for replay',
      eventPattern: { source: [eventSource] },
      retention: Duration.days(30),
    });
    this.reserveResults(props.breakGlass ?? []);
    if (props.trustedOrganization !== undefined) this.admit(props.trustedOrganization);
  }

  /** ARN pattern for every rule of this bus. */
  get rules(): string {
    const stack = Stack.of(this);
    return stack.formatArn({ service: 'events', resource: 'rule', resourceName: `${stack.stackName}/*` });
  }

  /** ARN pattern for rules of this stack on the account's own bus, whose names CloudFormation begins with the stack's. */
  get ownRules(): string {
    const stack = Stack.of(this);
    return stack.formatArn({ service: 'events', resource: 'rule', resourceName: `${stack.stackName}-*` });
  }

  /** Lets a task publish to the bus. */
  grantPublish(to: TaskFunction): void {
    to.access.allow(['events:PutEvents'], [this.bus.eventBusArn], {
      StringEquals: { 'events:source': eventSource },
    });
    this.publishers.push(to.access.arn);
    to.setEnvironment('bus', this.bus.eventBusName);
  }

  /**
   * Everyone with `events:PutEvents` may request runs; only the functions publish results and notices, because people act on
   * them: a pipeline must not be able to say in Headroom's name that a plan waits for approval.
   */
  private reserveResults(breakGlass: readonly string[]): void {
    this.state('Results', 'OnlyFunctionsPublishResults', 'Deny', {
      StringEquals: { 'events:source': eventSource },
      StringNotEquals: { 'events:detail-type': [...wakingEvents] },
      ArnNotEquals: { 'aws:PrincipalArn': Lazy.list({ produce: () => [...this.publishers, ...breakGlass] }) },
    });
  }

  /** Other accounts may request runs; only runs publish results. */
  private admit(organization: string): void {
    this.state('Policy', 'OrganizationMayAskForRuns', 'Allow', {
      StringEquals: {
        'aws:PrincipalOrgID': organization,
        'events:source': eventSource,
        'events:detail-type': [...wakingEvents],
      },
    });
  }

  /** One statement about publishing to the bus. The class of CDK for it warns of a property that is not set here. */
  private state(id: string, sid: string, effect: 'Allow' | 'Deny', conditions: object): void {
    new CfnResource(this, id, {
      type: 'AWS::Events::EventBusPolicy',
      properties: {
        EventBusName: this.bus.eventBusName,
        StatementId: sid,
        Statement: {
          Effect: effect,
          Principal: '*',
          Action: 'events:PutEvents',
          Resource: this.bus.eventBusArn,
          Condition: conditions,
        },
      },
    });
  }
}
