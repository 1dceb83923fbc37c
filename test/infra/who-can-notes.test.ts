import { Template } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { accessQuestions } from '../../lib/access/asked.ts';
import { whoCanSentence } from '../../lib/access/sentence.ts';
import { whoCan } from '../../lib/access/who-can.ts';
import { templateOf } from '../access/template-of.ts';
import { everythingChosen, stackOf } from './deployed.ts';
import { made } from './other-app.ts';

const approver = 'arn:aws:iam::111122223333:role/approver';

/** What synth says who can. */
const said = (stack: Stack): string[] => {
  Template.fromStack(stack);
  return stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type, data }) => type === 'aws:cdk:info' && String(data).includes('headroom:who-can-'))
    .map(({ data }) => String(data));
};

describe('synth', () => {
  it.each([{}, everythingChosen, { approvers: approver, backup: false }])(
    'says in one line each who can write, approve and read the token, as the command does: %j',
    (settings) => {
      const stack = stackOf(settings);
      const lines = said(stack);
      const template = templateOf(stack);
      const sentences = accessQuestions.map((question) => whoCanSentence(whoCan(question, 'x', template)));
      expect(lines).toEqual(sentences.map((sentence) => expect.stringContaining(`${sentence}. Administrators`)));
      expect(lines.join()).not.toContain('\n');
    },
  );

  it('names who can approve, and that no one else can', () => {
    expect(said(stackOf({ approvers: approver }))[1]).toContain(
      `who can approve plans: ${approver} (with a permission of its own); no other principal of the account.`,
    );
  });

  it('names roles that the app grants something after the construct was made', () => {
    const { stack, headroom } = made({ approvers: [approver] });
    headroom.grantApprove(
      new Role(stack, 'Later', { roleName: 'later', assumedBy: new ServicePrincipal('ec2.amazonaws.com') }),
    );
    expect(said(stack)[1]).toContain('who can approve plans: role later; ');
  });
});
