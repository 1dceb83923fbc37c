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

interface ServiceRoleProps {
  /** The AWS service that assumes the role, such as `lambda.amazonaws.com`. */
  readonly service: string;
  /** Purpose of the role, shown in the console. */
  readonly purpose: string;
  /** ARN patterns of the resources that the service acts for; absent: anything in this account. */
  readonly onBehalfOf?: readonly string[];
}

/**
 * A role with exactly one policy of its own, which defines all of its permissions: constructs that receive
 * `role` cannot add to it, so the table of all roles is complete.
 */
export class ServiceRole extends Construct {
  /** For resources; they cannot add permissions to it. */
  readonly role: IRole;
  readonly arn: string;
  private readonly mutableRole: Role;
  private readonly policy: ManagedPolicy;
  private readonly policies: DependencyGroup;

  constructor(scope: Construct, id: string, props: ServiceRoleProps) {
    super(scope, id);
    this.mutableRole = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal(props.service, this.onlyFor(props)),
      description: props.purpose,
    });
    this.policy = new ManagedPolicy(this, 'Policy', { description: props.purpose, roles: [this.mutableRole] });
    this.policies = new DependencyGroup(this.policy);
    this.role = this.mutableRole.withoutPolicyUpdates();
    this.arn = this.mutableRole.roleArn;
  }

  /**
   * Prevents other accounts from using the role through the service. Lambda has no such condition and needs none; AWS documents
   * none for the roles of AWS Backup, which only a plan of the same account can name.
   */
  private onlyFor({ service, onBehalfOf }: ServiceRoleProps): { conditions?: Record<string, unknown> } {
    if (service === 'lambda.amazonaws.com' || service === 'backup.amazonaws.com') return {};
    const source = onBehalfOf === undefined ? {} : { ArnLike: { 'aws:SourceArn': [...onBehalfOf] } };
    return { conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account }, ...source } };
  }

  /** Allows the actions on the resources, each listed explicitly. */
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
    policy.attachToRole(this.mutableRole);
    this.policies.add(policy);
  }

  /**
   * Dependency of every resource that uses the role: all of its policies, including those added later. AWS checks
   * some permissions when it creates or updates the resource (network interfaces, log delivery), not on use.
   */
  get complete(): IDependable {
    return this.policies;
  }
}
