import { Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';

/**
 * The mark of the one deployment for an organization in this account and region. Two would each undo the other's work, so the
 * mark is named after the organization: CloudFormation refuses a second stack with the same name of a parameter.
 */
export class OrganizationMark extends Construct {
  constructor(scope: Construct, id: string, { organization }: { readonly organization: string }) {
    super(scope, id);
    new StringParameter(this, 'Owner', {
      // Names of parameters admit few characters.
      parameterName: `/headroom/one-deployment-for/${organization.replaceAll(/[^\w.-]/g, '-')}`,
      description: 'Headroom: the stack that looks after this organization. A second one is refused.',
      stringValue: Stack.of(this).stackName,
    });
  }
}
