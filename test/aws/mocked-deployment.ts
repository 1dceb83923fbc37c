import { CloudFormationClient, DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DeploymentClients } from '../../lib/aws/operator/deployment.ts';
import { mockedClass } from './mocked-class.ts';

const region = { region: 'eu-west-1' };

export const outputs = {
  BucketName: 'bucket-1',
  SecretArn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:headroom-AbCdEf',
  WorkflowArn: 'arn:aws:states:eu-west-1:123456789012:stateMachine:headroom-reconcile',
  Version: '0.1.0',
  Profile: 'documented',
};

export const resources = [
  ['AWS::Scheduler::Schedule', 'SchedulesReconcile1', 'reconcile-schedule'],
  ['AWS::Scheduler::Schedule', 'SchedulesWatch1', 'watch-schedule'],
  ['AWS::SQS::Queue', 'DeadLettersEventsE1', 'https://sqs/events-dead'],
  ['AWS::SQS::Queue', 'DeadLettersDeliveriesD1', 'https://sqs/deliveries-dead'],
  ['AWS::SQS::Queue', 'IntakeQueueQ1', 'https://sqs/intake'],
  ['AWS::SecretsManager::RotationSchedule', 'TokenRotationR1', 'the-rotation'],
].map(([ResourceType, LogicalResourceId, PhysicalResourceId]) => ({
  ResourceType,
  LogicalResourceId,
  PhysicalResourceId,
  LastUpdatedTimestamp: new Date(0),
  ResourceStatus: 'CREATE_COMPLETE' as const,
}));

/**
 * Clients of a healthy deployment, with two pages of resources, and their mocks to change the answers. Every
 * client of these services in the process gets the same answers, including those that a command creates itself.
 */
export const mockedDeployment = (startedAt: Date) => {
  const mocks = {
    cloudFormation: mockedClass(CloudFormationClient),
    scheduler: mockedClass(SchedulerClient),
    stepFunctions: mockedClass(SFNClient),
    queues: mockedClass(SQSClient),
  };
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const StackId = 'arn:aws:cloudformation:eu-west-1:123456789012:stack/headroom/5f8d-unique';
  const stack = {
    StackName: 'headroom',
    StackId,
    CreationTime: startedAt,
    StackStatus: 'CREATE_COMPLETE' as const,
    Outputs,
  };
  mocks.cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [stack] });
  mocks.cloudFormation
    .on(ListStackResourcesCommand)
    .callsFake(async ({ NextToken }) =>
      NextToken === undefined
        ? { StackResourceSummaries: resources.slice(0, 2), NextToken: 'more' }
        : { StackResourceSummaries: resources.slice(2) },
    );
  const schedule = (Description: string, ScheduleExpression: string) => ({ Description, ScheduleExpression });
  mocks.scheduler
    .on(GetScheduleCommand, { Name: 'reconcile-schedule' })
    .resolves({ ...schedule('Headroom: whole pass over the organization', 'rate(1 hour)'), State: 'ENABLED' })
    .on(GetScheduleCommand, { Name: 'watch-schedule' })
    .resolves({ ...schedule('Headroom: look for new services', 'rate(2 minutes)'), State: 'ENABLED' });
  mocks.stepFunctions.on(ListExecutionsCommand).resolves({
    executions: [
      {
        executionArn: 'arn:execution',
        stateMachineArn: outputs.WorkflowArn,
        name: 'run-1',
        status: 'SUCCEEDED',
        startDate: startedAt,
      },
    ],
  });
  mocks.queues.on(GetQueueAttributesCommand).resolves({
    Attributes: { ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' },
  });
  const clients: DeploymentClients = {
    cloudFormation: new CloudFormationClient(region),
    scheduler: new SchedulerClient(region),
    stepFunctions: new SFNClient(region),
    queues: new SQSClient(region),
  };
  return { clients, mocks };
};
