import { CloudFormationClient, DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsFailure, clientSettings } from './client-settings.ts';

/** What a stack consists of, by the ids of its template. */
export interface DeployedResource {
  readonly type: string;
  readonly logicalId: string;
  readonly physicalId: string;
}

export interface DeployedSchedule {
  readonly description: string;
  readonly expression: string;
  readonly isEnabled: boolean;
}

/** A deployment as a person may look at it. The methods throw Error, saying what was asked and what AWS answered. */
export interface Deployment {
  /** Value of an output of the stack. @throws Error when it has none of that name */
  output(name: string): string;
  /** The same; null when it has none. */
  outputOrNull(name: string): string | null;
  resources(): Promise<DeployedResource[]>;
  schedule(name: string): Promise<DeployedSchedule>;
  /** Messages that wait in a queue, about. */
  waiting(queueUrl: string): Promise<number>;
  /** When the latest execution of a state machine was started, in milliseconds; null when there was none. */
  lastStartMs(stateMachineArn: string): Promise<number | null>;
}

export interface DeploymentClients {
  readonly cloudFormation: Pick<CloudFormationClient, 'send'>;
  readonly scheduler: Pick<SchedulerClient, 'send'>;
  readonly stepFunctions: Pick<SFNClient, 'send'>;
  readonly queues: Pick<SQSClient, 'send'>;
}

/** Names what was asked for, because AWS's own text often does not. */
const asking = async <T>(what: string, answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    throw new Error(`${what}: ${awsFailure(error).text}`);
  }
};

/**
 * Looks at a stack. Needs cloudformation:DescribeStacks and ListStackResources on it, scheduler:GetSchedule,
 * states:ListExecutions and sqs:GetQueueAttributes on what it consists of.
 * @throws Error when there is no such stack in this account and region, or it may not be looked at
 */
export const describeDeployment = async (clients: DeploymentClients, stack: string): Promise<Deployment> => {
  const { cloudFormation, scheduler, stepFunctions, queues } = clients;
  const found = await asking(
    `the stack ${stack} cannot be looked at; check AWS credentials, region and the name`,
    cloudFormation.send(new DescribeStacksCommand({ StackName: stack })),
  );
  const outputs = new Map(
    (found.Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );

  const resources = async (): Promise<DeployedResource[]> => {
    const all: DeployedResource[] = [];
    let NextToken: string | undefined;
    do {
      const page = await asking(
        `the resources of the stack ${stack} cannot be listed`,
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
    resources,
    outputOrNull: (name) => outputs.get(name) ?? null,
    output: (name) => {
      const value = outputs.get(name);
      if (value) return value;
      throw new Error(`the stack ${stack} has no output ${name}; is it one of Headroom? Deploy it again`);
    },
    schedule: async (name) => {
      const asked = scheduler.send(new GetScheduleCommand({ Name: name }));
      const { Description = name, ScheduleExpression = '', State } = await asking(`the schedule ${name}`, asked);
      return { description: Description, expression: ScheduleExpression, isEnabled: State === 'ENABLED' };
    },
    waiting: async (queueUrl) => {
      const command = new GetQueueAttributesCommand({
        QueueUrl: queueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      });
      const { Attributes } = await asking(`the queue ${queueUrl}`, queues.send(command));
      const visible = Attributes?.ApproximateNumberOfMessages;
      if (visible === undefined) throw new Error(`the queue ${queueUrl} does not tell how many messages wait in it`);
      return Number(visible) + Number(Attributes?.ApproximateNumberOfMessagesNotVisible ?? 0);
    },
    lastStartMs: async (stateMachineArn) => {
      const asked = stepFunctions.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 1 }));
      const { executions = [] } = await asking(`the executions of ${stateMachineArn}`, asked);
      return executions[0]?.startDate?.getTime() ?? null;
    },
  };
};

/** The same with the credentials and the region of the person. */
export const openDeployment = (stack: string): Promise<Deployment> =>
  describeDeployment(
    {
      cloudFormation: new CloudFormationClient(clientSettings),
      scheduler: new SchedulerClient(clientSettings),
      stepFunctions: new SFNClient(clientSettings),
      queues: new SQSClient(clientSettings),
    },
    stack,
  );
