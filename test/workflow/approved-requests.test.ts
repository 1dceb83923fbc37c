import { describe, expect, it } from 'vitest';
import { policyDefaults } from '../../lib/core/policy/policy-defaults.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { approvedPart, approveRequest } from '../../lib/run/approval/requests.ts';
import { startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

const trigger = { kind: 'manual', by: 'a person' };

/** A deployment that names approvers, after a run that wrote. */
const withApprovers = async () => {
  const headroom = await startHeadroom(even(2, 2), enableAll(100));
  expect((await headroom.reconcile({ runId: 'first' })).outcome).toBe('applied');
  const handlers = () => taskHandlers({ ...headroom.ports, approvalRule: 'stored' });
  const request = (input: object) =>
    headroom.counted(() => headroom.reconcile({ handlers, input: { trigger, ...input } } as object));
  return { headroom, request };
};

const refused = { writes: 0, reads: 0, result: { outcome: 'refused', error: 'ApprovalUnknown' } };

describe('where only stored approvals count, a run request', () => {
  it.each([
    ['that undoes a run', { undo: 'first' }],
    ['that undoes a run whatever the mode', { undo: 'first', underStop: true }],
    ['that only looks at that', { undo: 'first', underStop: true, readOnly: true }],
    ['that adopts autoscalers', { adopt: [{ project: '*', service: '*' }] }],
    ['that reclaims storage', { reclaim: [{ project: '*', service: '*' }] }],
  ])('%s is refused before the first call, with the command that approves it', async (_, wanted) => {
    const { request } = await withApprovers();
    const found = await request(wanted);
    expect(found).toMatchObject(refused);
    expect(found.result.cause).toContain(`headroom approve --request '${approvedPart(wanted)}'`);
  });

  it('undoes a run once an approver has stored the same request, and no other one', async () => {
    const { headroom, request } = await withApprovers();
    await approveRequest(headroom.ports, { undo: 'first', underStop: true }, 'an approver');
    expect(await request({ undo: 'first' })).toMatchObject(refused);
    expect(await request({ undo: 'first', underStop: true, undoPart: { projects: ['*'] } })).toMatchObject(refused);
    expect((await request({ undo: 'first', underStop: true })).result.outcome).toBe('applied');
  });

  it('is refused when its approval has expired, and when its time is in the future', async () => {
    const { headroom, request } = await withApprovers();
    await approveRequest(headroom.ports, { undo: 'first' }, 'an approver');
    headroom.pass((policyDefaults.guardrails.approvalHours + 1) * 3_600_000);
    expect((await request({ undo: 'first' })).result.error).toBe('ApprovalExpired');
    const ahead = { now: () => headroom.ports.clock.now() + 3_600_000 };
    await approveRequest({ ...headroom.ports, clock: ahead }, { undo: 'first' }, 'an approver');
    expect((await request({ undo: 'first' })).result.error).toBe('ApprovalExpired');
  });

  it('that applies the policy, or only looks at an undo, needs no approval', async () => {
    const { request } = await withApprovers();
    expect((await request({})).result.outcome).toBe('nothing');
    expect((await request({ undo: 'first', readOnly: true })).result.error).toBeNull();
  });
});

describe('the approved part of a request', () => {
  it('is the same whatever the order of members, and ends no quotation of a shell', () => {
    const [a, b] = [
      { project: "it's", service: 's' },
      { service: 's', project: "it's" },
    ];
    expect(approvedPart({ adopt: [a] })).toBe(approvedPart({ adopt: [b] }));
    expect(approvedPart({ adopt: [a] })).not.toContain("'");
    expect(JSON.parse(approvedPart({ adopt: [a] }))).toEqual({ adopt: [a] });
  });
});
