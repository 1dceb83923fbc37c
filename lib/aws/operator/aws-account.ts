import { CloudFormationClient, DescribeStacksCommand, DescribeTypeCommand } from '@aws-sdk/client-cloudformation';
import { CloudTrailClient, DescribeTrailsCommand, GetTrailStatusCommand } from '@aws-sdk/client-cloudtrail';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { awsFailure, clientSettings } from '../client-settings.ts';

/** What an account and a region say before a deployment. Every method only reads, and throws what AWS answers. */
export interface AwsAccount {
  /** ARN of the caller. */
  account(): Promise<string>;
  /** Status of a stack; null if it does not exist. */
  stackStatus(stack: string): Promise<string | null>;
  /** Value of a parameter; null if it does not exist. */
  parameter(name: string): Promise<string | null>;
  concurrency(): Promise<{ readonly limit: number; readonly unreserved: number }>;
  /** Resource types that the region does not have. */
  missingTypes(types: readonly string[]): Promise<string[]>;
  /** Names of the trails that record events of the region. */
  loggingTrails(): Promise<string[]>;
}

/** The answer, or null for an error that says that there is no such thing. */
const orNull = async <T>(answer: Promise<T>, isAbsent: (name: string, text: string) => boolean): Promise<T | null> => {
  try {
    return await answer;
  } catch (error) {
    const { name, text } = awsFailure(error);
    if (isAbsent(name, text)) return null;
    throw new Error(text);
  }
};

const never = () => false;

/** @throws Error if an answer lacks what it is for: that is no sign that there is no such thing */
const given = <T>(value: T | undefined, problem: string): T => {
  if (value === undefined) throw new Error(problem);
  return value;
};

const trailsOf = async (trails: CloudTrailClient): Promise<string[]> => {
  const region = await trails.config.region();
  const { trailList = [] } = (await orNull(trails.send(new DescribeTrailsCommand({})), never)) ?? {};
  const here = trailList.filter((trail) => trail.IsMultiRegionTrail === true || trail.HomeRegion === region);
  const logging = await Promise.all(
    here.map(async ({ TrailARN, Name = '' }) => {
      const status = await orNull(trails.send(new GetTrailStatusCommand({ Name: TrailARN })), never);
      return status?.IsLogging === true ? [Name] : [];
    }),
  );
  return logging.flat();
};

/** Asks with the credentials and the region of the user. */
export const openAwsAccount = (): AwsAccount => {
  const cloudFormation = new CloudFormationClient(clientSettings);
  const parameters = new SSMClient(clientSettings);
  const hasType = async (TypeName: string): Promise<boolean> => {
    const asked = cloudFormation.send(new DescribeTypeCommand({ Type: 'RESOURCE', TypeName }));
    return (await orNull(asked, (name) => name === 'TypeNotFoundException')) !== null;
  };
  return {
    account: async () => {
      const answer = await orNull(new STSClient(clientSettings).send(new GetCallerIdentityCommand({})), never);
      return given(answer?.Arn, 'AWS does not say who you are');
    },
    stackStatus: async (stack) => {
      const asked = cloudFormation.send(new DescribeStacksCommand({ StackName: stack }));
      const answer = await orNull(asked, (_, text) => text.includes('does not exist'));
      return answer && given(answer.Stacks?.[0]?.StackStatus, `CloudFormation does not say how ${stack} is`);
    },
    parameter: async (name) => {
      const asked = parameters.send(new GetParameterCommand({ Name: name }));
      const answer = await orNull(asked, (kind) => kind === 'ParameterNotFound');
      return answer && given(answer.Parameter?.Value, `the parameter ${name} has no value`);
    },
    concurrency: async () => {
      const answer = await orNull(new LambdaClient(clientSettings).send(new GetAccountSettingsCommand({})), never);
      const { ConcurrentExecutions, UnreservedConcurrentExecutions } = answer?.AccountLimit ?? {};
      const problem = 'Lambda does not say what the account may run';
      return {
        limit: given(ConcurrentExecutions, problem),
        unreserved: given(UnreservedConcurrentExecutions, problem),
      };
    },
    missingTypes: async (types) => {
      const missing: string[] = [];
      // One after the other: CloudFormation throttles this question.
      for (const type of types) if (!(await hasType(type))) missing.push(type);
      return missing;
    },
    loggingTrails: () => trailsOf(new CloudTrailClient(clientSettings)),
  };
};
