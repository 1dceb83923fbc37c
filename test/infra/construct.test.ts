import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, NestedStack, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Group, ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { settingsSchema } from '../../lib/contract/settings.ts';
import { telemetry } from '../../lib/contract/telemetry.ts';
import { Headroom } from '../../lib/infra/headroom.ts';
import { Measured } from '../../lib/infra/monitoring/deployment-metrics.ts';
import type { HeadroomProps, HeadroomSchedules, HeadroomSettings } from '../../lib/infra/props.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { findings, flat, listed, type Resource, root } from './deployed.ts';

const bundles = join(root, 'lib', 'workflow');
const settings = { baseUrl: 'https://api.example.com', organization: 'org-example' };

const emptyStack = (context: Readonly<Record<string, unknown>> = {}, name = 'headroom') =>
  new Stack(new App({ context, builtinCloudFormationValidation: false, treeMetadata: false }), name);

const made = (props: Partial<HeadroomProps> = {}, stack = emptyStack()) => {
  const headroom = new Headroom(stack, 'Headroom', { settings, ...props }, bundles);
  return { stack, headroom };
};

const resourcesOf = (stack: Stack): Readonly<Record<string, Resource>> => Template.fromStack(stack).toJSON().Resources;

const ofType = (stack: Stack, type: string): readonly Resource[] =>
  Object.values(resourcesOf(stack)).filter(({ Type }) => Type === type);

const failing = (props: Partial<HeadroomProps>): string => {
  try {
    made(props);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it did not fail');
};

/** The order of actions, resources and principals in a statement means nothing. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      /^(?:Action|Resource|AWS)$/.test(key) && Array.isArray(member) ? listed(member).sort() : inOrder(member),
    ]),
  );
};

/** The settings of cdk.json that properties of the construct or of the stack take the place of. */
type Elsewhere = 'schedules' | 'approvers' | 'policyWriters' | 'terminationProtection';
type Given = z.input<typeof settingsSchema>;
type Same<A, B> = [A, B] extends [B, A] ? true : never;

describe('the construct in the app of others', () => {
  it('documents every setting, and no other', () => {
    // A setting that is missing, or too many, does not compile.
    const same: Same<keyof HeadroomSettings, Exclude<keyof Given, Elsewhere>> = true;
    const schedules: Same<keyof HeadroomSchedules, keyof NonNullable<Given['schedules']>> = true;
    expect([same, schedules]).toEqual([true, true]);
  });

  it('is the same whatever feature flags the app has, and passes the three packs of rules with each', () => {
    const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
    const { headroom: _, ...flags } = context;
    const stacks = [{}, flags, CURRENTLY_RECOMMENDED_FLAGS].map((each) => made({}, emptyStack(each)).stack);
    // The order of statements is part of what a version of a function is made from.
    const plain = (resources: object) =>
      JSON.parse(JSON.stringify(resources).replaceAll(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, '$1'));
    const [first, ...others] = stacks.map(resourcesOf).map(plain).map(inOrder);
    for (const other of others) expect(other).toEqual(first);
    for (const stack of stacks) expect(findings(stack)).toEqual([]);
  });

  it('names each wrong setting, and where it is', () => {
    const text = failing({
      settings: { ...settings, baseUrl: 'http://x', callsPerMinute: 1 },
      schedules: { watch: 'x' },
    });
    expect(text).toMatch(/^headroom\/Headroom: the settings are invalid\n/);
    expect(text).toContain('\n  baseUrl: must begin with https://');
    expect(text).toContain('\n  callsPerMinute: 1 is too low');
    expect(text).toContain('\n  schedules.watch: x is neither');
    expect(failing({ approvers: [] })).toContain('approvers: names no role');
    expect(failing({ approvers: ['me'] })).toContain('approvers.0: is not the ARN');
  });

  it('refuses a second one in a stack, a nested stack, and a name too long for functions', () => {
    const { stack } = made();
    expect(() => made({}, stack)).toThrow('headroom: the stack has a Headroom already; give each organization');
    const nested = new NestedStack(emptyStack(), 'Nested');
    expect(() => new Headroom(nested, 'Headroom', { settings }, bundles)).toThrow('not nested');
    expect(() => made({}, emptyStack({}, 'h'.repeat(50)))).toThrow('at most 49 characters');
    expect(() => made({}, emptyStack({}, 'h'.repeat(49)))).not.toThrow();
  });

  it('marks its organization in the account, so that CloudFormation refuses a second deployment for it', () => {
    const marks = ['org-a', 'org-a', 'org b/ü'].map((organization, place) => {
      const { stack } = made({ settings: { ...settings, organization } }, emptyStack({}, `headroom-${place}`));
      return ofType(stack, 'AWS::SSM::Parameter').map(({ Properties }) => [Properties.Name, Properties.Value]);
    });
    expect(marks).toEqual([
      [['/headroom/one-deployment-for/org-a', 'headroom-0']],
      [['/headroom/one-deployment-for/org-a', 'headroom-1']],
      [['/headroom/one-deployment-for/org-b--', 'headroom-2']],
    ]);
  });

  it('has the outputs by which the command line finds it, whatever its id', () => {
    const outputs = Object.keys(Template.fromStack(made().stack).toJSON().Outputs).sort();
    const names = [
      'AuditLockDays',
      'BucketName',
      'BusName',
      'Profile',
      'SecretArn',
      'TopicArn',
      'Version',
      'WorkflowArn',
    ];
    expect(outputs).toEqual(names);
  });
});

describe('a property of the construct', () => {
  it('encryptionKey: is the one key of everything, and lets logs and alarms use it', () => {
    const stack = emptyStack();
    made({ encryptionKey: new Key(stack, 'Mine', { enableKeyRotation: true }) }, stack);
    const keys = ofType(stack, 'AWS::KMS::Key');
    expect(keys).toHaveLength(1);
    const admitted = keys[0]?.Properties.KeyPolicy.Statement.flatMap(({ Principal }: Resource['Properties']) =>
      listed(Principal.Service ?? []),
    );
    expect(admitted).toEqual(expect.arrayContaining(['cloudwatch.amazonaws.com']));
    const [secret] = ofType(stack, 'AWS::SecretsManager::Secret');
    expect(flat(secret?.Properties.KmsKeyId)).toMatch(/^<Mine/);
    expect(findings(stack)).toEqual([]);
  });

  it('alarmTopic: receives alarms and notices, with its own key, in place of another topic', () => {
    const stack = emptyStack();
    const masterKey = new Key(stack, 'TopicKey', { enableKeyRotation: true });
    made({ alarmTopic: new Topic(stack, 'Mine', { masterKey, enforceSSL: true }) }, stack);
    expect(ofType(stack, 'AWS::SNS::Topic')).toHaveLength(1);
    const actions = ofType(stack, 'AWS::CloudWatch::Alarm').flatMap(({ Properties }) => Properties.AlarmActions ?? []);
    expect(new Set(actions.map(flat))).toEqual(new Set([expect.stringMatching(/^<Mine/)]));
    const notices = ofType(stack, 'AWS::IAM::ManagedPolicy')
      .filter(({ Properties }) => Properties.Description === 'Headroom: permissions to send notices')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    expect(notices.map(({ Resource: on }) => flat(on)).join()).toMatch(/<Mine.*<TopicKey/);
  });

  it('vpc: has the functions in its private subnets, behind a security group that admits nothing', () => {
    const stack = emptyStack();
    const vpc = new Vpc(stack, 'Vpc', { maxAzs: 2 });
    made(
      {
        vpc,
        policy: { version: 1, mode: 'observe', rules: [{ name: 'all', match: { project: '*' }, effect: 'ignore' }] },
      },
      stack,
    );
    const functions = ofType(stack, 'AWS::Lambda::Function').filter(({ Properties }) =>
      /^headroom-/.test(Properties.FunctionName ?? ''),
    );
    expect(functions.length).toBeGreaterThan(9);
    for (const { Properties } of functions) {
      expect(Properties.VpcConfig.SubnetIds.map(flat).join()).toMatch(
        /^<VpcPrivateSubnet1\w+>,<VpcPrivateSubnet2\w+>$/,
      );
      expect(Properties.VpcConfig.SecurityGroupIds).toHaveLength(1);
    }
    const [group] = ofType(stack, 'AWS::EC2::SecurityGroup');
    expect(group?.Properties.SecurityGroupIngress).toBeUndefined();
    const network = { subnetIds: ['subnet-0a1b2c3d'], securityGroupIds: ['sg-0a1b2c3d'] };
    expect(() => made({ vpc, settings: { ...settings, network } }, new Stack(App.of(stack), 'other'))).toThrow(
      'use either vpc or settings.network',
    );
    expect(failing({ securityGroups: [] })).toContain('need vpc');
  });

  it('removalPolicy: is that of everything that a stack otherwise leaves behind', () => {
    const kept = /^AWS::(?:S3::Bucket(?:Policy)?|KMS::Key|SecretsManager::(?:Secret|ResourcePolicy))$/;
    const policies = (props: Partial<HeadroomProps>) =>
      Object.values(resourcesOf(made(props).stack))
        .filter(({ Type }) => kept.test(Type))
        .map(({ DeletionPolicy }) => DeletionPolicy);
    expect(new Set(policies({}))).toEqual(new Set(['Retain']));
    const destroyed = policies({ removalPolicy: RemovalPolicy.DESTROY });
    expect(destroyed.filter((policy) => policy !== 'Delete' && policy !== undefined)).toEqual([]);
  });

  it('logRetention, tags, permissionsBoundary: reach every log, every resource that has tags, and every role', () => {
    const stack = emptyStack();
    const permissionsBoundary = ManagedPolicy.fromManagedPolicyArn(
      stack,
      'B',
      'arn:aws:iam::111122223333:policy/boundary',
    );
    made({ logRetention: RetentionDays.ONE_YEAR, tags: { team: 'data' }, permissionsBoundary }, stack);
    for (const { Properties } of ofType(stack, 'AWS::Logs::LogGroup')) expect(Properties.RetentionInDays).toBe(365);
    for (const { Properties } of ofType(stack, 'AWS::IAM::Role')) {
      expect(Properties.PermissionsBoundary).toBe('arn:aws:iam::111122223333:policy/boundary');
      expect(Properties.Tags).toContainEqual({ Key: 'team', Value: 'data' });
    }
    for (const { Properties } of ofType(stack, 'AWS::Lambda::Function'))
      expect(Properties.Tags).toContainEqual({ Key: 'team', Value: 'data' });
  });
});

describe('the policy of a deployment', () => {
  const rules = [{ name: 'all', match: { project: '*' }, effect: 'ignore' }];
  const policyIn = (stack: Stack) => ofType(stack, 'Custom::HeadroomPolicy').map(({ Properties }) => Properties);

  it('is a file with its calendar, or an object, and reaches the store as it is', () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'calendars'));
    const file = join(folder, 'policy.yaml');
    const text =
      'version: 1\nfreeze:\n  calendar: calendars/freeze.ics\nrules:\n  - { name: all, match: { project: "*" }, effect: ignore }\n';
    writeFileSync(file, text);
    writeFileSync(join(folder, 'calendars', 'freeze.ics'), 'BEGIN:VCALENDAR\nEND:VCALENDAR\n');
    const calendar = { Key: 'calendars/freeze.ics', Text: 'BEGIN:VCALENDAR\nEND:VCALENDAR\n' };
    expect(policyIn(made({ policy: file }).stack)).toMatchObject([{ Document: text, Calendar: calendar }]);
    const [{ Document } = { Document: '' }] = policyIn(made({ policy: { version: 1, rules } }).stack);
    expect(JSON.parse(Document)).toEqual({ version: 1, rules });
    expect(policyIn(made().stack)).toEqual([]);
  });

  it('is a file with the files of teams that it includes, as one text; a missing one is an error', () => {
    const folder = temporaryDirectory();
    const file = join(folder, 'policy.yaml');
    const main =
      'version: 1\ninclude:\n  - { file: shop.yaml, projects: "shop-*", maxAdditionalGb: 100 }\n' +
      'rules:\n  - { name: all, match: { project: "*" }, effect: ignore }\n';
    const team =
      'version: 1\nrules:\n  - { name: orders, match: { project: "*" }, effect: enable, maxAdditionalGb: 50 }\n';
    writeFileSync(file, main);
    expect(failing({ policy: file })).toContain('shop.yaml');
    writeFileSync(join(folder, 'shop.yaml'), team);
    expect(policyIn(made({ policy: file }).stack)).toMatchObject([
      { Document: `${main}--- # include: shop.yaml\n${team}` },
    ]);
  });

  it('is checked at synth: every error names its place', () => {
    const file = join(temporaryDirectory(), 'policy.yaml');
    writeFileSync(file, 'version: 1\nmode: enforced\nrules: []\n');
    const text = failing({ policy: file });
    expect(text).toContain(`${file}:2:7 mode:`);
    expect(text).toContain(`${file}:3:8 rules: must list at least one rule`);
    expect(failing({ policy: { version: 1, rules, freeze: { calendar: 'calendars/a.ics' } } })).toContain(
      'pass the path',
    );
    const large = { version: 1, rules: [{ name: 'x'.repeat(200_001), match: { project: '*' }, effect: 'ignore' }] };
    expect(failing({ policy: large })).toContain('a stack can pass on 200000; use headroom policy put');
  });

  it('is written by a function that may write nothing else, also where only some roles may write it', () => {
    const { stack } = made({
      policy: { version: 1, rules },
      policyWriters: ['arn:aws:iam::111122223333:role/writer'],
    });
    const statements: Resource['Properties'][] = ofType(stack, 'AWS::S3::BucketPolicy').flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );
    const uploader = /^<HeadroomPolicyputpolicyAccessRole\w+\.Arn>$/;
    const written = statements
      .filter(({ Principal, Action }) => uploader.test(flat(Principal.AWS)) && listed(Action).includes('s3:PutObject'))
      .flatMap(({ Resource: on }) => listed(on).map((arn) => arn.slice(arn.indexOf('/') + 1)));
    expect(written.sort()).toEqual(['policy-versions/*', 'policy.yaml']);
    const [rule] = statements.filter(
      ({ Effect, Resource: on }) => Effect === 'Deny' && listed(on).join().includes('mode.json'),
    );
    expect(listed(rule?.Condition.ArnNotEquals['aws:PrincipalArn'])).toEqual([
      'arn:aws:iam::111122223333:role/writer',
      expect.stringMatching(uploader),
    ]);
  });
});

describe('a grant', () => {
  const role = (stack: Stack, id: string) =>
    new Role(stack, id, { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
  const actionsOf = (stack: Stack, id: string): string[] =>
    ofType(stack, 'AWS::IAM::Policy')
      .filter(({ Properties }) => flat(Properties.Roles[0]).startsWith(`<${id}`))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .flatMap(({ Action }) => listed(Action))
      .sort();

  it('of reading, approving, writing the policy, starting and requesting runs permits what it says', () => {
    const { stack, headroom } = made();
    headroom.grantRead(role(stack, 'Reader'));
    headroom.grantApprove(role(stack, 'Approver'));
    headroom.grantWritePolicy(role(stack, 'Writer'));
    headroom.grantStartRun(role(stack, 'Starter'));
    headroom.grantRequestRuns(role(stack, 'Pipeline'));
    const read = ['cloudformation:DescribeStacks', 'kms:Decrypt', 's3:GetObject', 's3:ListBucket'];
    const write = ['kms:GenerateDataKey', 's3:DeleteObject', 's3:PutObject'];
    expect(actionsOf(stack, 'Reader')).toEqual(read);
    expect(actionsOf(stack, 'Approver')).toEqual([...read, ...write].sort());
    expect(actionsOf(stack, 'Writer')).toEqual([...read, ...write].sort());
    expect(actionsOf(stack, 'Starter')).toEqual(['states:StartExecution']);
    expect(actionsOf(stack, 'Pipeline')).toEqual(['events:PutEvents']);
  });

  it('of approving names one more approver where approvers are named, and refuses what it cannot name', () => {
    const stack = emptyStack();
    const named = role(stack, 'Named');
    const { headroom } = made({ approvers: [named] }, stack);
    headroom.grantApprove(role(stack, 'Granted'));
    expect(() => headroom.grantApprove(new Group(stack, 'People'))).toThrow('approvers are named by role or user');
    const exempt = ofType(stack, 'AWS::S3::BucketPolicy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Resource: on }) => listed(on).every((arn) => arn.endsWith('/approvals/*')))
      .flatMap(({ Condition }) => listed(Condition?.ArnNotEquals?.['aws:PrincipalArn'] ?? []));
    expect(exempt).toEqual([expect.stringMatching(/^<Named/), expect.stringMatching(/^<Granted/)]);
  });
});

it('has a metric for each count that functions emit, of its own deployment alone', () => {
  const { headroom } = made({}, emptyStack({}, 'headroom-prod'));
  const methods = Object.getOwnPropertyNames(Measured.prototype).filter((name) => name.startsWith('metric'));
  const metrics = methods.map((name) => (headroom as unknown as Record<string, () => Metric>)[name]?.());
  expect(metrics.map((metric) => metric?.metricName).sort()).toEqual(Object.values(telemetry.metrics).sort());
  for (const metric of metrics)
    expect(metric).toMatchObject({ namespace: 'Headroom', dimensions: { service: 'headroom-prod' } });
});
