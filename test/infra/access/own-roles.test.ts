import { CfnParameter, Fn, type Stack } from 'aws-cdk-lib';
import { Effect, Group, ManagedPolicy, PolicyStatement, Role, ServicePrincipal, User } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { CfnBucketPolicy } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import type { Headroom } from '../../../lib/infra/headroom.ts';
import { emptyStack, made } from '../other-app.ts';
import { parseTemplate, type Resource } from './template.ts';
import { answers, canOf, doneTo, templateOf, textOf } from './template-of.ts';
import { whoCan } from './who-can.ts';

const role = (stack: Stack, id: string, props: object = {}) =>
  new Role(stack, id, { assumedBy: new ServicePrincipal('ec2.amazonaws.com'), roleName: id, ...props });

/** Who can approve beside the functions, in a stack whose approvers are named. */
const approving = (add: (stack: Stack, headroom: Headroom) => void) => {
  const { stack, headroom } = made({ approvers: ['arn:aws:iam::111122223333:role/approver'] });
  add(stack, headroom);
  return answers('approve', templateOf(stack));
};

describe('a role, user or group of the app', () => {
  it('that is granted approval can approve by the policy of the template, and by nothing more', () => {
    const found = approving((stack, headroom) => {
      headroom.grantApprove(role(stack, 'Granted'));
      headroom.grantApprove(new User(stack, 'Person', { userName: 'Person' }));
      headroom.grantRead(role(stack, 'Reader'));
      headroom.grantStartRun(role(stack, 'Starter'));
    });
    expect([...found.keys()]).toEqual(['Granted', 'Person', 'arn:aws:iam::111122223333:role/approver']);
    expect(found.get('Granted')).toMatchObject({ can: 'yes', kind: 'role', remarks: ['assumed by ec2.amazonaws.com'] });
    expect(found.get('Person')).toMatchObject({ can: 'yes', kind: 'user' });
  });

  it('without a policy for the key approves nothing', () => {
    const { stack, headroom } = made();
    role(stack, 'Keyless').addToPolicy(
      new PolicyStatement({ actions: ['s3:*'], resources: [headroom.store.arnForObjects('approvals/*')] }),
    );
    expect(answers('approve', templateOf(stack)).has('Keyless')).toBe(false);
  });

  it('is known as a member of a group with such a policy', () => {
    const { stack, headroom } = made();
    headroom.grantApprove(new Group(stack, 'People', { groupName: 'People' }));
    expect(answers('approve', templateOf(stack)).get('People')).toMatchObject({
      can: 'yes',
      kind: 'members of the group',
    });
  });

  it('may do it by one object that a policy names, by another partition and by capitals', () => {
    const { stack, headroom } = made();
    const names = role(stack, 'Named');
    names.addToPolicy(
      new PolicyStatement({
        actions: ['S3:PUTOBJECT'],
        resources: [headroom.store.arnForObjects('approvals/one.json')],
      }),
    );
    names.addToPolicy(new PolicyStatement({ actions: ['kms:*'], resources: ['*'] }));
    const wide = role(stack, 'Wide');
    wide.addToPolicy(new PolicyStatement({ actions: ['*'], resources: ['arn:aws:s3:::*', 'arn:aws:kms:*'] }));
    const found = answers('approve', templateOf(stack));
    expect(doneTo(found.get('Named'), 's3:PutObject')).toEqual(['approvals/one.json']);
    expect(doneTo(found.get('Wide'), 's3:PutObject')).toEqual(['approvals/*', 'approvals/one.json']);
  });
});

describe('what the template does not decide is unknown, and never left out', () => {
  /** What is found of each role, by its name: all of them are in one stack, because to make one takes longer than to judge it. */
  const found = (roles: Readonly<Record<string, (stack: Stack, to: Role) => void>>, props: object = {}) => {
    const { stack } = made();
    for (const [name, add] of Object.entries(roles)) add(stack, role(stack, name, props));
    return answers('approve', templateOf(stack));
  };
  const allow = (more: object) => (_: Stack, to: Role) =>
    to.addToPolicy(new PolicyStatement({ actions: ['*'], resources: ['*'], ...more }));

  it('is a condition on what only the request knows', () => {
    const all = found({
      ByAddress: allow({ conditions: { IpAddress: { 'aws:SourceIp': '192.0.2.0/24' } } }),
      ByTag: allow({ conditions: { StringEquals: { 'aws:PrincipalTag/team': 'a' } } }),
    });
    expect(all.get('ByAddress')).toMatchObject({
      can: 'unknown',
      remarks: [expect.stringContaining('IpAddress aws:SourceIp'), expect.anything()],
    });
    expect(all.get('ByTag')?.can).toBe('unknown');
  });

  it('is a name that the deployment may make, and a parameter or an import that may name anything', () => {
    const on = (resource: string) => allow({ resources: [resource] });
    const alsoKey = (resource: string) => allow({ resources: [resource, 'arn:aws:kms:*'] });
    const parameter = (stack: Stack, to: Role) =>
      allow({ resources: [new CfnParameter(stack, 'Which').valueAsString, 'arn:aws:kms:*'] })(stack, to);
    const all = found({
      WithoutKey: on('arn:aws:s3:::headroom-*'),
      ByPattern: alsoKey('arn:aws:s3:::headroom-*'),
      ByImport: alsoKey(Fn.importValue('BucketOfAnother')),
      ByParameter: parameter,
      OfAnother: alsoKey('arn:aws:s3:::data-of-another/*'),
    });
    const canOfEach = ['WithoutKey', 'ByPattern', 'ByImport', 'ByParameter', 'OfAnother'].map(
      (name) => all.get(name)?.can,
    );
    expect(canOfEach).toEqual([undefined, 'unknown', 'unknown', 'unknown', undefined]);
  });

  it('is a policy outside of the template', () => {
    const managed = { managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('AdministratorAccess')] };
    expect(found({ Odd: () => undefined }, managed).get('Odd')).toMatchObject({
      can: 'unknown',
      remarks: [expect.stringContaining('policy/AdministratorAccess'), 'assumed by ec2.amazonaws.com'],
    });
  });

  it('is no reason for a doubt where the policy of the resource denies it anyway', () => {
    const { stack } = made({ approvers: ['arn:aws:iam::111122223333:role/approver'] });
    allow({ conditions: { IpAddress: { 'aws:SourceIp': '192.0.2.0/24' } } })(stack, role(stack, 'Odd'));
    expect(canOf('approve', templateOf(stack))).toEqual({
      'arn:aws:iam::111122223333:role/approver': 'with a permission of its own',
    });
  });

  it('is a denial with a condition, a statement that a parameter decides, and NotPrincipal', () => {
    const text = textOf(made().stack);
    const othersCan = (statement: object) => {
      const template = JSON.parse(text);
      for (const one of Object.values<Resource>(template.Resources))
        if (one.Type === 'AWS::S3::BucketPolicy') one.Properties.PolicyDocument.Statement.push(statement);
      return canOf('approve', parseTemplate('x', JSON.stringify(template)))['every other principal of the account'];
    };
    const deny = { Effect: 'Deny', Action: 's3:*', Resource: '*' };
    const either = 'unknown and with a permission of its own';
    const condition = { StringNotLike: { 'aws:userid': 'AIDA*' } };
    expect(othersCan({ ...deny, Principal: '*', Condition: condition })).toBe(either);
    expect(othersCan({ ...deny, NotPrincipal: { AWS: 'arn:aws:iam::111122223333:role/a' } })).toBe(either);
    expect(othersCan({ 'Fn::If': ['Prod', { ...deny, Principal: '*' }, { Ref: 'AWS::NoValue' }] })).toBe(either);
  });
});

it('principals of other accounts that the policy of the bucket admits are named', () => {
  const { stack, headroom } = made();
  headroom.store.addToResourcePolicy(
    new PolicyStatement({
      actions: ['s3:PutObject'],
      resources: [headroom.store.arnForObjects('*')],
      principals: [new ServicePrincipal('backup.amazonaws.com')],
      effect: Effect.ALLOW,
    }),
  );
  new CfnBucketPolicy(stack, 'More', {
    bucket: headroom.store.bucketName,
    policyDocument: {
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: 'arn:aws:iam::999922223333:root' },
          Action: 's3:*',
          Resource: headroom.store.arnForObjects('*'),
        },
        { Effect: 'Allow', Principal: '*', Action: 's3:DeleteObject', Resource: headroom.store.arnForObjects('*') },
      ],
    },
  });
  const found = canOf('write', templateOf(stack));
  expect(found['arn:aws:iam::999922223333:root']).toBe('with a permission of its own and yes');
  expect(found['every other account']).toBe('yes');
});

it('a key whose policy is elsewhere is named as outside of the answer', () => {
  const stack = emptyStack();
  const arn = 'arn:aws:kms:eu-west-1:111122223333:key/0a1b';
  made({ encryptionKey: Key.fromKeyArn(stack, 'Mine', arn) }, stack);
  const { outside, principals } = whoCan('read-token', 'x', templateOf(stack));
  expect(outside.at(-1)).toContain(arn);
  expect(principals.length).toBeGreaterThan(3);
});

it('a template without a Headroom, or no template, is refused', () => {
  const none = JSON.stringify({ Resources: {} });
  expect(() => whoCan('write', 'other.json', parseTemplate('other.json', none))).toThrow(
    'other.json contains no Headroom',
  );
  expect(() => parseTemplate('other.json', 'Resources:')).toThrow('other.json is no template of CloudFormation');
});
