import { Token, Validations } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/** All permissions without a resource, by purpose. */
export const unscopedActions = {
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
  backup: ['cloudwatch:GetMetricData', 'events:ListRules', 's3:ListAllMyBuckets'],
} as const;

/** A value of the stack as findings show it: one that only CloudFormation knows has its name. */
export const shown = (value: string, name: string): string => (Token.isUnresolved(value) ? `<AWS::${name}>` : value);

/** Why nothing sends traces. */
export const untraced =
  'Logs, reports and the audit already have every state and call of a run; a trace would repeat them for money.';

const policy = (scope: Construct, id: string, description: string, actions: readonly string[]) =>
  new ManagedPolicy(scope, id, {
    description,
    statements: [new PolicyStatement({ actions: [...actions], resources: ['*'] })],
  });

/** The few permissions that AWS cannot restrict to a resource; all others in the stack name their resources. */
export class Unscoped extends Construct {
  /** For state machines, whose logs CloudWatch delivers. */
  readonly logDelivery: ManagedPolicy;
  /** For functions in a VPC. */
  readonly network: ManagedPolicy | undefined;
  /** For AWS Backup, which looks at the buckets and rules of the account. */
  readonly backup: ManagedPolicy | undefined;

  constructor(scope: Construct, id: string, props: { readonly inNetwork: boolean; readonly hasBackup: boolean }) {
    super(scope, id);
    const delivery = 'Headroom: have state machine logs delivered';
    this.logDelivery = policy(this, 'LogDelivery', delivery, unscopedActions.logDelivery);
    if (props.inNetwork) {
      this.network = policy(this, 'Network', 'Headroom: run functions in a network', unscopedActions.network);
    }
    if (props.hasBackup)
      this.backup = policy(this, 'Backup', 'Headroom: have AWS Backup find the store', unscopedActions.backup);
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Log delivery, network interfaces of functions and the lists of AWS Backup cannot be restricted to resources.',
    });
  }
}
