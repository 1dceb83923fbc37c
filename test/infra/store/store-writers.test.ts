import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { describe, expect, it } from 'vitest';
import { stackOf } from '../deployed.ts';
import { made } from '../other-app.ts';

const [approver, writer] = ['approver', 'writer'].map((name) => `arn:aws:iam::111122223333:role/${name}`);

/** What synth says about the roles of people. */
const said = (stack: Stack): string[] => {
  Template.fromStack(stack);
  return stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type, data }) => type === 'aws:cdk:info' && String(data).includes('headroom:writers'))
    .map(({ data }) => String(data));
};

describe('synth', () => {
  it('says in one sentence that everyone approves and changes the policy where no roles are named', () => {
    const [text, ...others] = said(stackOf());
    expect(text?.match(/everyone in the account with a permission for the bucket/g)).toHaveLength(2);
    expect(others).toEqual([]);
  });

  it('names the roles that approve, and those that change the policy', () => {
    const [text] = said(stackOf({ approvers: approver, policyWriters: [writer] }));
    expect(text).toContain(`who may approve plans: ${approver};`);
    expect(text).toContain(`mode and grants: ${writer}.`);
  });

  it('names a role that the app grants approval after the construct was made', () => {
    const { stack, headroom } = made({ approvers: [String(approver)], policyWriters: [String(writer)] });
    const role = new Role(stack, 'Later', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
    headroom.grantApprove(role);
    expect(said(stack)[0]).toMatch(/who may approve plans: arn:\S+, the role Later\w+; /);
  });
});
