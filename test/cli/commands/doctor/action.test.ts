import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand, DescribeTypeCommand } from '@aws-sdk/client-cloudformation';
import { CloudTrailClient, DescribeTrailsCommand, GetTrailStatusCommand } from '@aws-sdk/client-cloudtrail';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { deployed } from '../../../infra/deployed.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

const named = (name: string, message = '') => Object.assign(new Error(message), { name });

/** A new account, bootstrapped, in a region that has everything, with a trail. */
const newAccount = () => {
  const mocks = {
    sts: mockClient(STSClient),
    stacks: mockClient(CloudFormationClient),
    parameters: mockClient(SSMClient),
    lambda: mockClient(LambdaClient),
    trails: mockClient(CloudTrailClient),
  };
  mocks.sts.on(GetCallerIdentityCommand).resolves({ Arn: 'arn:aws:iam::111122223333:role/Admin' });
  mocks.stacks
    .on(DescribeStacksCommand)
    .rejects(named('ValidationError', 'Stack with id headroom does not exist'))
    .on(DescribeTypeCommand)
    .resolves({});
  mocks.parameters
    .on(GetParameterCommand)
    .rejects(named('ParameterNotFound'))
    .on(GetParameterCommand, { Name: '/cdk-bootstrap/hnb659fds/version' })
    .resolves({ Parameter: { Value: '31' } });
  const AccountLimit = { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 };
  mocks.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit });
  mocks.trails
    .on(DescribeTrailsCommand)
    .resolves({ trailList: [{ Name: 'all', TrailARN: 'arn:all', IsMultiRegionTrail: true }] })
    .on(GetTrailStatusCommand)
    .resolves({ IsLogging: true });
  onTestFinished(() => {
    for (const mock of Object.values(mocks)) mock.restore();
  });
  return mocks;
};

/** A template as cdk synth writes it, of the stack with these settings. */
const templateOf = (settings: object = {}): string => {
  const file = join(temporaryDirectory(), 'headroom.template.json');
  const Parameters = { BootstrapVersion: { Default: '/cdk-bootstrap/hnb659fds/version' } };
  writeFileSync(file, JSON.stringify({ Resources: deployed(settings).resources, Parameters }));
  return file;
};

const doctor = async (template: string) => {
  const shell = await openShell(even(1, 1));
  const { status, out, err } = await shell.run('doctor', '--aws', '--json', '--template', template);
  const lines: { subject: string; verdict: string; says: string }[] = out === '' ? [] : JSON.parse(out).lines;
  const verdicts = Object.fromEntries(lines.map(({ subject, verdict }) => [subject, verdict]));
  return { status, err, lines, verdicts };
};

describe('headroom doctor --aws', () => {
  beforeEach(() => {
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    onTestFinished(() => void vi.unstubAllEnvs());
  });

  it('finds nothing that stops the defaults in a new account, and asks only what changes nothing', async () => {
    const mocks = newAccount();
    const { status, verdicts } = await doctor(templateOf());
    expect([status, verdicts]).toEqual([
      0,
      {
        account: 'ok',
        stack: 'ok',
        mark: 'ok',
        bootstrap: 'ok',
        concurrency: 'attention',
        services: 'ok',
        trail: 'ok',
      },
    ]);
    const asked = Object.values(mocks).flatMap((mock) =>
      mock.calls().map(({ args: [command] }) => command.constructor.name),
    );
    expect(asked.filter((name) => !/^(?:Get|Describe)/.test(name))).toEqual([]);
    expect(asked.filter((name) => name === 'DescribeTypeCommand').length).toBeGreaterThan(20);
  });

  it('ends with the line that the first hour of docs/deploy.md shows', async () => {
    newAccount();
    const shell = await openShell(even(1, 1));
    const { out } = await shell.run('doctor', '--aws', '--template', templateOf());
    const line = out.trimEnd().split('\n').at(-1) ?? '';
    expect(line).toMatch(/^Status: /);
    expect(readFileSync(new URL('../../../../docs/deploy.md', import.meta.url), 'utf8')).toContain(`\`${line}\``);
  });

  it('says before the deployment what would fail: reserved copies, a region without a service, no bootstrap, another stack', async () => {
    const mocks = newAccount();
    mocks.stacks.on(DescribeTypeCommand, { TypeName: 'AWS::Pipes::Pipe' }).rejects(named('TypeNotFoundException'));
    mocks.parameters.on(GetParameterCommand).callsFake(async ({ Name }) => {
      if (Name.startsWith('/headroom/')) return { Parameter: { Value: 'other' } };
      throw named('ParameterNotFound');
    });
    mocks.trails.on(GetTrailStatusCommand).resolves({ IsLogging: false });
    const { status, verdicts, lines } = await doctor(templateOf({ reserveConcurrency: true }));
    expect([status, verdicts]).toEqual([
      1,
      {
        account: 'ok',
        stack: 'ok',
        mark: 'problem',
        bootstrap: 'problem',
        concurrency: 'problem',
        services: 'problem',
        trail: 'attention',
      },
    ]);
    expect(lines.find(({ subject }) => subject === 'services')?.says).toContain('AWS::Pipes::Pipe');
  });

  it('does not take a refused question for a good answer', async () => {
    const mocks = newAccount();
    for (const mock of Object.values(mocks) as unknown as (typeof mocks.sts)[])
      mock.reset().onAnyCommand().rejects(named('AccessDenied', 'not you'));
    const { status, verdicts } = await doctor(templateOf());
    expect([status, [...new Set(Object.values(verdicts))]]).toEqual([1, ['problem']]);
  });

  it('does not take an empty answer for a good one', async () => {
    const mocks = newAccount();
    for (const mock of Object.values(mocks) as unknown as (typeof mocks.sts)[])
      mock.reset().onAnyCommand().resolves({});
    const { verdicts } = await doctor(templateOf());
    // Only the types are there: CloudFormation described each of them. A list of trails may be empty.
    expect(Object.entries(verdicts).filter(([, verdict]) => verdict === 'ok')).toEqual([['services', 'ok']]);
  });

  it('says how to make the template, and refuses one without a Headroom', async () => {
    newAccount();
    expect((await doctor('/nowhere/headroom.template.json')).err).toContain(
      "run 'npm run synth' or 'npx cdk synth' first",
    );
    const other = join(temporaryDirectory(), 'other.template.json');
    writeFileSync(other, '{"Resources":{}}');
    expect((await doctor(other)).err).toContain('contains no Headroom');
    for (const text of ['{"Resources":{}', '{"Resources":[]}', '']) {
      writeFileSync(other, text);
      const { status, err } = await doctor(other);
      expect([status, err]).toEqual([
        1,
        `error: ${other} is no template of CloudFormation; run 'npm run synth' or 'npx cdk synth' again\n`,
      ]);
    }
  });
});
