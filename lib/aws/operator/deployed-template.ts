import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { awsFailure, clientSettings } from '../client-settings.ts';

/**
 * Text of the template that a stack was deployed with. Needs cloudformation:GetTemplate.
 * @throws Error if AWS does not give it
 */
export const readTemplate = async (stack: string): Promise<string> => {
  const asked = new CloudFormationClient(clientSettings).send(new GetTemplateCommand({ StackName: stack }));
  const { TemplateBody: text } = await asked.catch((error: unknown) => {
    const problem = `cannot read the template of the stack ${stack}; check AWS credentials, region and the name`;
    throw new Error(`${problem}: ${awsFailure(error).text}`);
  });
  if (text !== undefined) return text;
  throw new Error(`AWS gives no template of the stack ${stack}`);
};
