import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callerArn } from '../../lib/aws/operator/caller.ts';
import { mockedClass } from './mocked-class.ts';

const openMock = () => mockedClass(STSClient);
let mock: ReturnType<typeof openMock>;
beforeEach(() => {
  mock = openMock();
  vi.stubEnv('AWS_REGION', 'eu-west-1');
});
afterEach(() => vi.unstubAllEnvs());

it('answers the ARN of the caller, with one request', async () => {
  const Arn = 'arn:aws:sts::111122223333:assumed-role/Approver/ada@example.org';
  mock.on(GetCallerIdentityCommand).resolves({ Account: '111122223333', Arn, UserId: 'AROA1:ada' });
  expect(await callerArn({})).toBe(Arn);
  expect(mock.calls()).toHaveLength(1);
});

it.each([
  ['AWS refuses', () => mock.on(GetCallerIdentityCommand).rejects(new Error('the token is expired'))],
  ['the answer names no ARN', () => mock.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })],
])('says what to try where %s', async (_, prepare) => {
  prepare();
  await expect(callerArn({})).rejects.toThrow(
    /^AWS does not say who you are \((Error: the token is expired|its answer has no ARN)\).*nothing was written\. Try: aws sts get-caller-identity$/,
  );
});
