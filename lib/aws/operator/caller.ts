import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { awsFailure, type ProfileEnvironment, settingsFor } from '../client-settings.ts';

const unknown = (text: string): Error =>
  new Error(
    `AWS does not say who you are (${text}), and a store on AWS records who approves and who changes its settings; nothing was written. ` +
      'Try: aws sts get-caller-identity',
  );

/**
 * ARN of the identity whose credentials the AWS clients of a command use. AWS answers that without any permission.
 * @throws Error if AWS does not answer, or names no ARN
 */
export const callerArn = async (variables: ProfileEnvironment): Promise<string> => {
  const client = new STSClient(settingsFor(variables));
  const answer = await client.send(new GetCallerIdentityCommand({})).catch((error: unknown) => {
    throw unknown(awsFailure(error).text);
  });
  if (answer.Arn?.startsWith('arn:')) return answer.Arn;
  throw unknown('its answer has no ARN');
};
