import { Validations } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/** Everything that is permitted without a resource, by what it is for. */
export const unscopedActions = {
  tracing: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords', 'xray:GetSamplingRules', 'xray:GetSamplingTargets'],
  logDelivery: [
    'logs:CreateLogDelivery',
    'logs:GetLogDelivery',
    'logs:UpdateLogDelivery',
    'logs:DeleteLogDelivery',
    'logs:ListLogDeliveries',
    'logs:PutResourcePolicy',
    'logs:DescribeResourcePolicies',
    'logs:DescribeLogGroups',
  ],
  network: [
    'ec2:CreateNetworkInterface',
    'ec2:DescribeNetworkInterfaces',
    'ec2:DescribeSubnets',
    'ec2:DeleteNetworkInterface',
    'ec2:AssignPrivateIpAddresses',
    'ec2:UnassignPrivateIpAddresses',
  ],
} as const;

const policy = (scope: Construct, id: string, description: string, actions: readonly string[]) =>
  new ManagedPolicy(scope, id, {
    description,
    statements: [new PolicyStatement({ actions: [...actions], resources: ['*'] })],
  });

/** The few permissions for which AWS knows no resource; every other one in the stack names what it is for. */
export class Unscoped extends Construct {
  /** For what is traced. */
  readonly tracing: ManagedPolicy;
  /** For state machines, whose logs are delivered by CloudWatch. */
  readonly logDelivery: ManagedPolicy;
  /** For functions in a network of yours. */
  readonly network: ManagedPolicy | undefined;

  constructor(scope: Construct, id: string, props: { readonly inNetwork: boolean }) {
    super(scope, id);
    this.tracing = policy(this, 'Tracing', 'Headroom: send traces', unscopedActions.tracing);
    const delivery = 'Headroom: have state machine logs delivered';
    this.logDelivery = policy(this, 'LogDelivery', delivery, unscopedActions.logDelivery);
    if (props.inNetwork) {
      this.network = policy(this, 'Network', 'Headroom: run functions in a network', unscopedActions.network);
    }
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray, log delivery and network interfaces of functions cannot be permitted for single resources.',
    });
  }
}
