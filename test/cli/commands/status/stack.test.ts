import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import {
  DescribeSecretCommand,
  ListSecretVersionIdsCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { mockedClass } from '../../../aws/mocked-class.ts';
import { mockedDeployment } from '../../../aws/mocked-deployment.ts';
import { s3Error } from '../../../aws/mocked-s3.ts';
import { even } from '../../../workflow/scenarios.ts';
import { openShell, token } from '../shell.ts';

/** Everything that the command asks of AWS: a deployment whose bucket is still empty. */
const mockAws = () => {
  const s3 = mockedClass(S3Client);
  s3.on(GetObjectCommand).rejects(s3Error(404, 'NoSuchKey')).on(ListObjectsV2Command).resolves({});
  const secrets = mockedClass(SecretsManagerClient);
  secrets.on(ListSecretVersionIdsCommand).resolves({}).on(DescribeSecretCommand).resolves({});
  const { mocks } = mockedDeployment(new Date());
  return mocks;
};

describe('headroom status --stack', () => {
  it('looks at the stack headroom, asks the platform nothing and shows no token', async () => {
    const { cloudFormation } = mockAws();
    const shell = await openShell(even(1, 1));
    const { status, out, err } = await shell.run('status', '--json', '--stack');
    const document = JSON.parse(out);
    expect([status, document.face, document.verdict]).toEqual([1, 'aws', 'problem']);
    expect(document.lines).toHaveLength(11);
    const verdicts = Object.fromEntries(
      document.lines.map((line: { subject: string; verdict: string }) => [line.subject, line.verdict]),
    );
    expect(verdicts).toMatchObject({ secret: 'problem', mode: 'problem', schedules: 'ok', lease: 'ok' });
    expect(cloudFormation.commandCalls(DescribeStacksCommand)[0]?.args[0].input).toEqual({ StackName: 'headroom' });
    expect(shell.platform.requests()).toMatchObject({ reads: 0, writes: 0 });
    expect(out + err).not.toContain(token);
  });

  it('says what to check when there is no such stack', async () => {
    const { cloudFormation } = mockAws();
    cloudFormation.on(DescribeStacksCommand).rejects(new Error('Stack with id mine does not exist'));
    const shell = await openShell(even(1, 1));
    const { status, out, err } = await shell.run('status', '--stack', 'mine');
    expect([status, out]).toEqual([1, '']);
    expect(err).toBe(
      'error: cannot read the stack mine; check AWS credentials, region and the name: Error: Stack with id mine does not exist\n',
    );
  });
});
