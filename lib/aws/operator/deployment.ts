import { CloudFormationClient, DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsFailure, type ProfileEnvironment, settingsFor } from '../client-settings.ts';

/** A resource of a stack, by the ids of its template. */
interface DeployedResource {
  readonly type: string;
  readonly logicalId: string;
  readonly physicalId: string;
}

interface DeployedSchedule {
  readonly description: string;
  readonly expression: string;
  readonly isEnabled: boolean;
}

/** Read access to a deployment for operators. Every method throws Error with the request and AWS's answer. */
export interface Deployment {
  /** ARN of the stack without the unique part. */
  readonly arn: string;
  /** Value of a stack output. @throws Error if the stack has no such output */
  output(name: string): string;
  /** Value of a stack output; null if the stack has no such output. */
  outputOrNull(name: string): string | null;
  resources(): Promise<DeployedResource[]>;
  schedule(name: string): Promise<DeployedSchedule>;
  /** Approximate number of messages in a queue. */
  waiting(queueUrl: string): Promise<number>;
  /** Start of the latest execution of a state machine, in milliseconds since 1970; null if there was none. */
  lastStartMs(stateMachineArn: string): Promise<number | null>;
}

export interface DeploymentClients {
  readonly cloudFormation: Pick<CloudFormationClient, 'send'>;
  readonly scheduler: Pick<SchedulerClient, 'send'>;
  readonly stepFunctions: Pick<SFNClient, 'send'>;
  readonly queues: Pick<SQSClient, 'send'>;
}

/** Adds the request to the error, because AWS's own text often omits it. */
const answerTo = async <T>(request: string, answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    throw new Error(`${request}: ${awsFailure(error).text}`);
  }
};

/**
 * Reads a stack. Needs cloudformation:DescribeStacks and ListStackResources on it, scheduler:GetSchedule,
 * states:ListExecutions and sqs:GetQueueAttributes on its resources.
 * @throws Error if the stack does not exist in this account and region, or access is denied
 */
export const describeDeployment = async (clients: DeploymentClients, stack: string): Promise<Deployment> => {
  const { cloudFormation, scheduler, stepFunctions, queues } = clients;
  const described = await answerTo(
    `cannot read the stack ${stack}; check AWS credentials, region and the name`,
    cloudFormation.send(new DescribeStacksCommand({ StackName: stack })),
  );
  const [found] = described.Stacks ?? [];
  const outputs = new Map((found?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));

  let listed: Promise<DeployedResource[]> | undefined;
  const listResources = async (): Promise<DeployedResource[]> => {
    const all: DeployedResource[] = [];
    let NextToken: string | undefined;
    do {
      const page = await answerTo(
        `cannot list the resources of the stack ${stack}`,
        cloudFormation.send(new ListStackResourcesCommand({ StackName: stack, NextToken })),
      );
      for (const { ResourceType = '', LogicalResourceId = '', PhysicalResourceId } of page.StackResourceSummaries ??
        []) {
        if (PhysicalResourceId === undefined) continue;
        all.push({ type: ResourceType, logicalId: LogicalResourceId, physicalId: PhysicalResourceId });
      }
      NextToken = page.NextToken;
    } while (NextToken !== undefined);
    return all;
  };

  return {
    arn: (found?.StackId ?? '').split('/').slice(0, 2).join('/'),
    // Several checks look for theirs among all of them, and AWS throttles this listing.
    resources: () => {
      listed ??= listResources();
      return listed;
    },
    outputOrNull: (name) => outputs.get(name) ?? null,
    output: (name) => {
      const value = outputs.get(name);
      if (value) return value;
      throw new Error(
        `the stack ${stack} has no output ${name}; check that it is a Headroom stack, or deploy it again`,
      );
    },
    schedule: async (name) => {
      const request = scheduler.send(new GetScheduleCommand({ Name: name }));
      const {
        Description = name,
        ScheduleExpression = '',
        State,
      } = await answerTo(`cannot read the schedule ${name}`, request);
      return { description: Description, expression: ScheduleExpression, isEnabled: State === 'ENABLED' };
    },
    waiting: async (queueUrl) => {
      const command = new GetQueueAttributesCommand({
        QueueUrl: queueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      });
      const { Attributes } = await answerTo(`cannot read the queue ${queueUrl}`, queues.send(command));
      const visible = Attributes?.ApproximateNumberOfMessages;
      if (visible === undefined) throw new Error(`the queue ${queueUrl} does not report its number of messages`);
      return Number(visible) + Number(Attributes?.ApproximateNumberOfMessagesNotVisible ?? 0);
    },
    lastStartMs: async (stateMachineArn) => {
      const request = stepFunctions.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 1 }));
      const { executions = [] } = await answerTo(`cannot list the executions of ${stateMachineArn}`, request);
      return executions[0]?.startDate?.getTime() ?? null;
    },
  };
};

/** Reads a stack with the credentials and the region of the user. */
export const openDeployment = (stack: string, variables: ProfileEnvironment): Promise<Deployment> => {
  const settings = settingsFor(variables);
  return describeDeployment(
    {
      cloudFormation: new CloudFormationClient(settings),
      scheduler: new SchedulerClient(settings),
      stepFunctions: new SFNClient(settings),
      queues: new SQSClient(settings),
    },
    stack,
  );
};
