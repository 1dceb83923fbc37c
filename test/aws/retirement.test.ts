import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { createRetirement } from '../../lib/aws/retirement.ts';
import { RetirementUnavailable } from '../../lib/contract/errors.ts';

const machine = 'arn:aws:states:eu-west-1:123456789012:stateMachine:headroom-retire-token';

const open = () => {
  const client = new SFNClient({ region: 'us-east-1' });
  const mock = mockClient(client);
  mock.on(StartExecutionCommand).resolves({});
  const names = () => mock.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input.name);
  return { retirement: createRetirement(client, machine), mock, names };
};

it('a retirement is an execution that receives only the version and its secret', async () => {
  const { retirement, mock } = open();
  await retirement.start({ secret: 'arn-1', versionId: 'version-1', replacedBy: 'version-2' });
  expect(mock.commandCalls(StartExecutionCommand)[0]?.args[0].input).toMatchObject({
    stateMachineArn: machine,
    input: '{"versionId":"version-1","secret":"arn-1"}',
  });
});

it('a retirement has one name, however often it is started, and another one after another replacement', async () => {
  const { retirement, names } = open();
  const long = 'v'.repeat(64);
  await retirement.start({ secret: 'arn-1', versionId: long, replacedBy: 'version-2' });
  await retirement.start({ secret: 'arn-1', versionId: long, replacedBy: 'version-2' });
  await retirement.start({ secret: 'arn-1', versionId: long, replacedBy: 'version-3' });
  const [first, second, third] = names();
  expect(first).toMatch(/^[a-z0-9-]{1,80}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('a retirement that has come to its end already is fine; one that cannot be started is an error with its machine', async () => {
  const { retirement, mock } = open();
  mock.on(StartExecutionCommand).rejects(new ExecutionAlreadyExists({ message: 'exists', $metadata: {} }));
  await retirement.start({ secret: 'arn-1', versionId: 'version-1', replacedBy: 'version-2' });
  mock.on(StartExecutionCommand).rejects(new Error('no way'));
  const starting = retirement.start({ secret: 'arn-1', versionId: 'version-1', replacedBy: 'version-2' });
  await expect(starting).rejects.toThrow(RetirementUnavailable);
  await expect(starting).rejects.toThrow(machine);
});
