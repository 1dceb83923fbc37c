import type { Stack } from 'aws-cdk-lib';
import { Group, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { describe, expect, it } from 'vitest';
import { matchesKey } from '../../lib/contract/store-keys.ts';
import type { Store } from '../../lib/ports.ts';
import { endGrant, putGrant } from '../../lib/run/policy/grants.ts';
import { putPolicy } from '../../lib/run/policy/versions.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import { setStoreMode } from '../../lib/run/store/mode.ts';
import { flat, listed } from './access/template.ts';
import { emptyStack, made, ofType } from './other-app.ts';

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

  it('of writing the policy suffices for every object that the commands of a policy writer write and delete', async () => {
    const { stack, headroom } = made();
    headroom.grantWritePolicy(role(stack, 'Writer'));
    const patternsOf = (action: string) =>
      ofType(stack, 'AWS::IAM::Policy')
        .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
        .filter(({ Action }) => listed(Action).includes(action))
        .flatMap(({ Resource: on }) => listed(on).map((arn) => arn.slice(arn.indexOf('/') + 1)));
    const memory = createMemoryStore();
    const refused: string[] = [];
    const needs = (action: string, key: string) => {
      if (!matchesKey(patternsOf(action), key)) refused.push(`${action} ${key}`);
    };
    const store: Store = {
      ...memory,
      put: async (key, ...rest) => {
        needs('s3:PutObject', key);
        await memory.put(key, ...rest);
      },
      delete: async (key) => {
        needs('s3:DeleteObject', key);
        await memory.delete(key);
      },
    };
    const at = '2026-03-02T08:00:00.000Z';
    await putPolicy(store, { document: 'version: 1\nrules: []\n', at, by: 'ada', message: '' });
    for (const mode of ['stop', 'observe', 'enforce'] as const)
      await setStoreMode({ store, clock: { now: () => Date.parse(at) } }, mode, 'ada');
    const target = { project: 'shop', service: 'orders' };
    await putGrant(store, { ...target, maxGb: 10, through: '2026-03-09', by: 'ada', at });
    await endGrant(store, target);
    expect(refused).toEqual([]);
  });

  it('of approving names one more approver where approvers are named, and refuses what it cannot name', () => {
    const stack = emptyStack();
    const named = role(stack, 'Named');
    const { headroom } = made({ approvers: [named] }, stack);
    headroom.grantApprove(role(stack, 'Granted'));
    expect(() => headroom.grantApprove(new Group(stack, 'People'))).toThrow('approvers are named by role or user');
    const exempt = ofType(stack, 'AWS::S3::BucketPolicy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Resource: on }) => on !== undefined && listed(on).some((arn) => arn.endsWith('/approvals/*')))
      .flatMap(({ Condition }) => listed(Condition?.ArnNotEquals?.['aws:PrincipalArn'] ?? []));
    expect(exempt).toEqual([expect.stringMatching(/^<Named/), expect.stringMatching(/^<Granted/)]);
  });
});
