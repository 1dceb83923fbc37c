import { Stack } from 'aws-cdk-lib';
import {
  type IRole,
  ManagedPolicy,
  PolicyStatement,
  type PolicyStatementProps,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Construct, DependencyGroup, type IDependable } from 'constructs';

export interface ServiceRoleProps {
  /** The AWS service that takes the role, such as `lambda.amazonaws.com`. */
  readonly service: string;
  /** What the role is for, in words; shown in the console. */
  readonly purpose: string;
  /** ARN, `*` allowed, of what the service takes the role for; absent: anything of this account. */
  readonly onBehalfOf?: string;
}

/**
 * A role with exactly one policy of its own. What a role may do is said here and nowhere else: constructs that are given
 * `role` cannot add to it, so the table of all roles holds no surprise.
 */
export class ServiceRole extends Construct {
  /** For handing to resources; they cannot add permissions to it. */
  readonly role: IRole;
  readonly arn: string;
  private readonly own: Role;
  private readonly policy: ManagedPolicy;
  private readonly policies: DependencyGroup;

  constructor(scope: Construct, id: string, props: ServiceRoleProps) {
    super(scope, id);
    this.own = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal(props.service, this.onlyFor(props)),
      description: props.purpose,
    });
    this.policy = new ManagedPolicy(this, 'Policy', { description: props.purpose, roles: [this.own] });
    this.policies = new DependencyGroup(this.policy);
    this.role = this.own.withoutPolicyUpdates();
    this.arn = this.own.roleArn;
  }

  /** Other accounts cannot have the service use the role for them. Lambda knows no such condition, and asks for none. */
  private onlyFor({ service, onBehalfOf }: ServiceRoleProps): { conditions?: Record<string, unknown> } {
    if (service === 'lambda.amazonaws.com') return {};
    const source = onBehalfOf === undefined ? {} : { ArnLike: { 'aws:SourceArn': onBehalfOf } };
    return { conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account }, ...source } };
  }

  /** Permits the actions on the resources, both named one by one. */
  allow(
    actions: readonly string[],
    resources: readonly string[],
    conditions?: PolicyStatementProps['conditions'],
  ): void {
    this.policy.addStatements(
      new PolicyStatement({ actions: [...actions], resources: [...resources], ...(conditions ? { conditions } : {}) }),
    );
  }

  /** Adds a policy that several roles share. */
  share(policy: ManagedPolicy): void {
    policy.attachToRole(this.own);
    this.policies.add(policy);
  }

  /**
   * What a resource that uses the role has to depend on: all of its policies, also those that it gets later. AWS checks
   * some permissions when the resource is created or updated (network interfaces, log delivery), not when it is used.
   */
  get complete(): IDependable {
    return this.policies;
  }
}
