import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnResource, NestedStack, RemovalPolicy, Stack, TagManager } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { settingsSchema } from '../../../lib/contract/settings.ts';
import { telemetry } from '../../../lib/contract/telemetry.ts';
import { Headroom } from '../../../lib/infra/headroom.ts';
import type { HeadroomProps, HeadroomSchedules, HeadroomSettings } from '../../../lib/infra/props.ts';
import { flat, listed, type Resource } from '../../infra/access/template.ts';
import { findings, root } from '../../infra/deployed.ts';
import { bundles, emptyStack, failing, made, ofType, resourcesOf, settings } from '../../infra/other-app.ts';

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
type Elsewhere =
  | 'schedules'
  | 'approvers'
  | 'policyWriters'
  | 'breakGlass'
  | 'terminationProtection'
  | 'account'
  | 'region';
type Given = z.input<typeof settingsSchema>;
type Same<A, B> = [A, B] extends [B, A] ? true : never;

describe('the construct in the app of others', () => {
  it('documents every setting, and no other', () => {
    // A setting that is missing, or too many, does not compile.
    const same: Same<keyof HeadroomSettings, Exclude<keyof Given, Elsewhere>> = true;
    const schedules: Same<keyof HeadroomSchedules, keyof NonNullable<Given['schedules']>> = true;
    expect([same, schedules]).toEqual([true, true]);
  });

  it('is the same whatever feature flags the app has, and passes the three packs of rules', () => {
    const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
    const { headroom: _, ...flags } = context;
    const stacks = [{}, flags, CURRENTLY_RECOMMENDED_FLAGS].map((each) => made({}, emptyStack(each)).stack);
    // The order of statements is part of what a version of a function is made from.
    const plain = (resources: object) =>
      JSON.parse(JSON.stringify(resources).replaceAll(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, '$1'));
    const [first, ...others] = stacks.map(resourcesOf).map(plain).map(inOrder);
    for (const other of others) expect(other).toEqual(first);
    // What is the same in all of them has the same findings.
    expect(stacks.slice(0, 1).flatMap(findings)).toEqual([]);
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

  it.each([
    ['approvers', ['arn:aws:iam::111122223333:role/approver'], 'put it beside settings'],
    ['policyWriters', ['arn:aws:iam::111122223333:role/writer'], 'put it beside settings'],
    ['breakGlass', ['arn:aws:iam::111122223333:role/restorer'], 'put it beside settings'],
    ['schedules', { reconcile: 'rate(2 hours)' }, 'put it beside settings'],
    ['terminationProtection', true, 'set it for the stack'],
    ['account', '111122223333', 'set it as env of the stack'],
    ['region', 'eu-west-1', 'set it as env of the stack'],
  ])('refuses %s among the settings, where it would count for nothing', (name, value, remedy) => {
    // As in a file of settings for the app of the repository.
    const fromFile: HeadroomSettings = { ...settings, ...{ [name]: value } };
    expect(failing({ settings: fromFile })).toMatch(new RegExp(`^headroom/Headroom: .*settings\\.${name}.*${remedy}`));
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
    const [, topicKey] = Object.entries(resourcesOf(stack)).find(([id]) => /^TopicKey[0-9A-F]{8}$/.test(id)) ?? [];
    // Without it the topic takes notices and no alarm.
    expect(topicKey?.Properties.KeyPolicy.Statement).toContainEqual(
      expect.objectContaining({
        Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        Principal: { Service: 'cloudwatch.amazonaws.com' },
      }),
    );
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
    expect(() => made({ vpc, securityGroups: [] }, new Stack(App.of(stack), 'third'))).toThrow(
      'securityGroups names none; leave it out, or name at least one',
    );
  });

  it('removalPolicy: is that of everything that a stack otherwise leaves behind', () => {
    const kept = /^AWS::(?:S3::Bucket(?:Policy)?|KMS::Key|SecretsManager::(?:Secret|ResourcePolicy))$/;
    const policies = (props: Partial<HeadroomProps>) =>
      Object.values(resourcesOf(made(props).stack))
        .filter(({ Type }) => kept.test(Type))
        .map(({ DeletionPolicy }) => DeletionPolicy);
    expect(new Set(policies({}))).toEqual(new Set(['RetainExceptOnCreate']));
    expect(new Set(policies({ removalPolicy: RemovalPolicy.RETAIN }))).toEqual(new Set(['Retain']));
    const destroyed = policies({ removalPolicy: RemovalPolicy.DESTROY });
    expect(destroyed.filter((policy) => policy !== 'Delete' && policy !== undefined)).toEqual([]);
  });

  it('every resource that has tags has the one by which the costs of a deployment are found', () => {
    const { stack } = made({}, emptyStack({}, 'headroom-prod'));
    const taggable = stack.node
      .findAll()
      .filter((node) => CfnResource.isCfnResource(node) && TagManager.of(node) !== undefined);
    const resources = Object.values(resourcesOf(stack));
    const tagged = resources.filter(({ Properties }) =>
      JSON.stringify(Properties?.Tags ?? '').includes('headroom-prod'),
    );
    expect(tagged.length).toBeGreaterThan(40);
    expect(tagged).toHaveLength(taggable.length);
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

it('has a metric for each count that functions emit, of its own deployment alone', () => {
  const { headroom } = made({}, emptyStack({}, 'headroom-prod'));
  for (const name of Object.values(telemetry.metrics)) {
    expect(headroom.metric(name)).toMatchObject({
      metricName: name,
      namespace: 'Headroom',
      dimensions: { service: 'headroom-prod' },
    });
  }
});
