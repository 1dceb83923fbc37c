import { CloudFormationServiceException, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { ListExecutionsCommand } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { describeDeployment } from '../../lib/aws/operator/deployment.ts';
import { mockedDeployment, outputs, resources } from './mocked-deployment.ts';

const startedAt = new Date('2026-03-02T08:00:00Z');

const open = async () => {
  const mocked = mockedDeployment(startedAt);
  return { ...mocked, deployment: await describeDeployment(mocked.clients, 'headroom') };
};

describe('a deployment', () => {
  it('returns outputs, and a missing one is an error with a remedy', async () => {
    const { deployment } = await open();
    expect(deployment.output('BucketName')).toBe(outputs.BucketName);
    expect(deployment.outputOrNull('Nothing')).toBeNull();
    expect(() => deployment.output('Nothing')).toThrow(/stack headroom has no output Nothing; .* deploy it again/);
  });

  it('lists the resources of all pages', async () => {
    const { deployment } = await open();
    expect((await deployment.resources()).map(({ logicalId }) => logicalId)).toHaveLength(resources.length);
  });

  it('reports schedules, waiting messages including those in flight, and the last start', async () => {
    const { deployment, mocks } = await open();
    expect(await deployment.schedule('watch-schedule')).toEqual({
      description: 'Headroom: look for new services',
      expression: 'rate(2 minutes)',
      isEnabled: true,
    });
    mocks.queues.on(GetQueueAttributesCommand).resolves({
      Attributes: { ApproximateNumberOfMessages: '2', ApproximateNumberOfMessagesNotVisible: '1' },
    });
    expect(await deployment.waiting('https://sqs/events-dead')).toBe(3);
    expect(await deployment.lastStartMs(outputs.WorkflowArn)).toBe(startedAt.getTime());
    mocks.stepFunctions.on(ListExecutionsCommand).resolves({ executions: [] });
    expect(await deployment.lastStartMs(outputs.WorkflowArn)).toBeNull();
  });

  it('does not take a queue that does not tell for an empty one', async () => {
    const { deployment, mocks } = await open();
    mocks.queues.on(GetQueueAttributesCommand).resolves({});
    await expect(deployment.waiting('https://sqs/events-dead')).rejects.toThrow(
      'does not report its number of messages',
    );
  });

  it('that is not there says what to check', async () => {
    const { clients, mocks } = mockedDeployment(startedAt);
    mocks.cloudFormation.on(DescribeStacksCommand).rejects(
      new CloudFormationServiceException({
        name: 'ValidationError',
        message: 'Stack with id nowhere does not exist',
        $fault: 'client',
        $metadata: {},
      }),
    );
    await expect(describeDeployment(clients, 'nowhere')).rejects.toThrow(
      'cannot read the stack nowhere; check AWS credentials, region and the name: ValidationError: Stack with id nowhere does not exist',
    );
  });
});
