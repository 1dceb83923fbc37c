import { Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';

/**
 * The mark of the one deployment for an organization. Two would each undo the other's work: an app with two does not synthesize, and
 * the mark is named after the organization, so that CloudFormation refuses a second stack in the same account and region.
 */
export class OrganizationMark extends Construct {
  private readonly organization: string;

  /** @throws Error if another stack of the app is for the same organization */
  constructor(scope: Construct, id: string, { organization }: { readonly organization: string }) {
    super(scope, id);
    const isSame = (node: unknown) => node instanceof OrganizationMark && node.organization === organization;
    const first = this.node.root.node.findAll().find(isSame);
    this.organization = organization;
    if (first !== undefined)
      throw new Error(
        `${Stack.of(this).stackName}: ${Stack.of(first).stackName} is for the organization ${organization} already; two would undo each other's work`,
      );
    new StringParameter(this, 'Owner', {
      // Names of parameters admit few characters.
      parameterName: `/headroom/one-deployment-for/${organization.replaceAll(/[^\w.-]/g, '-')}`,
      description: 'Headroom: the stack that looks after this organization. A second one is refused.',
      stringValue: Stack.of(this).stackName,
    });
  }
}
