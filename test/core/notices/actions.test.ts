import { describe, expect, it } from 'vitest';
import { type Action, type LinkFacts, linksOf, stepsOf } from '../../../lib/core/notices/actions.ts';

const action: Action = { text: 'Do it.', command: 'headroom report', page: '/findings', section: 'what-to-do' };
const approving: Action = { ...action, page: '/approve/abc', approves: 'abc' };
const links = { dashboard: 'https://headroom.example.com//', runbook: 'https://docs.example.com/runbook/' };

const workflowIn = (partition: string, region: string) =>
  `arn:${partition}:states:${region}:123456789012:stateMachine:headroom`;
const onAws = (workflow: string, byRequest = true): LinkFacts => ({ links, approval: { workflow, byRequest } });
const local: LinkFacts = { links, approval: null };

describe('the links of a finding', () => {
  it('are the page that shows it and the section that says what to do, in this order', () => {
    expect(linksOf(action, local)).toEqual([
      { text: 'Dashboard', url: 'https://headroom.example.com/findings' },
      { text: 'Runbook', url: 'https://docs.example.com/runbook#what-to-do' },
    ]);
    expect(linksOf(action, onAws(workflowIn('aws', 'eu-west-1')))).toEqual(linksOf(action, local));
    expect(linksOf(action, { links: {}, approval: null })).toEqual([]);
  });

  it('leave the runbook out where it has no section about the finding', () => {
    expect(linksOf({ ...action, section: '' }, local).map(({ text }) => text)).toEqual(['Dashboard']);
  });
});

describe('the links of a plan that waits for approval', () => {
  it.each([
    ['aws', 'eu-west-1', 'https://eu-west-1.console.aws.amazon.com/states/home?region=eu-west-1#/'],
    ['aws-cn', 'cn-north-1', 'https://console.amazonaws.cn/states/home?region=cn-north-1#/'],
    ['aws-us-gov', 'us-gov-west-1', 'https://console.amazonaws-us-gov.com/states/home?region=us-gov-west-1#/'],
  ])('lead to the console of its partition: %s', (partition, region, address) => {
    const workflow = workflowIn(partition, region);
    expect(linksOf(approving, onAws(workflow))).toEqual([
      { text: 'Review the plan', url: 'https://headroom.example.com/approve/abc' },
      { text: 'Approve on AWS', url: `${address}statemachines/view/${encodeURIComponent(workflow)}` },
      { text: 'Runbook', url: 'https://docs.example.com/runbook#what-to-do' },
    ]);
  });

  it('offer an execution only where a request approves', () => {
    const step = { label: 'Do it.', code: 'headroom report' };
    const byRole = onAws(workflowIn('aws', 'eu-west-1'), false);
    for (const facts of [byRole, local]) {
      expect(linksOf(approving, facts).map(({ text }) => text)).not.toContain('Approve on AWS');
      expect(stepsOf(approving, facts)).toEqual([step]);
    }
    const execution = { trigger: { kind: 'manual', by: 'approval' }, approvedDigest: 'abc' };
    const [first, second] = stepsOf(approving, onAws(workflowIn('aws', 'eu-west-1')));
    expect([first, second?.label, JSON.parse(second?.code ?? '')]).toEqual([
      step,
      'Or start an execution with this input:',
      execution,
    ]);
    expect(stepsOf(action, onAws(workflowIn('aws', 'eu-west-1')))).toEqual([step]);
    const read = { label: 'Read:', code: 'headroom runbook what-to-do' };
    expect(stepsOf(action, { links: {}, approval: null })).toEqual([step, read]);
  });
});
