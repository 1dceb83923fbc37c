import { describe, expect, it } from 'vitest';
import { ApprovalExpired, ApprovalUnknown } from '../../../lib/contract/errors.ts';
import { runRequest } from '../../../lib/contract/run-request.ts';
import { policyDefaults } from '../../../lib/core/policy/policy-defaults.ts';
import { approvedPart, approveRequest, assertRequestApproved } from '../../../lib/run/approval/requests.ts';
import { portsOf } from './one-proposed-plan.ts';

const requestOf = (given: object) => runRequest.parse({ trigger: { kind: 'manual', by: 'a person' }, ...given });
const { guardrails } = policyDefaults;
const deployed = () => ({ ...portsOf(), approvalRule: 'stored' }) as const;

const orders = { project: 'shop', service: 'orders' };

describe('a request that applies no policy, where only approvers decide', () => {
  it.each<[string, object, string]>([
    ['an undo', { undo: 'run-1' }, '{"undo":"run-1"}'],
    [
      'an undo of a part',
      { undo: 'run-1', undoPart: { services: ['orders'], projects: ['shop'] } },
      '{"undo":"run-1","undoPart":{"projects":["shop"],"services":["orders"]}}',
    ],
    ['an undo under stop', { undo: 'run-1', underStop: true }, '{"undo":"run-1","underStop":true}'],
    [
      'an undo that only looks, under stop',
      { undo: 'run-1', underStop: true, readOnly: true },
      '{"undo":"run-1","underStop":true}',
    ],
    ['an adoption', { adopt: [orders] }, '{"adopt":[{"project":"shop","service":"orders"}]}'],
    ['a reclaim', { reclaim: [orders] }, '{"reclaim":[{"project":"shop","service":"orders"}]}'],
    ['added storage', { grow: { ...orders, gb: 50 } }, '{"grow":{"project":"shop","service":"orders","gb":50}}'],
    [
      'a grant during a freeze',
      { only: orders, duringFreeze: 'full' },
      '{"only":{"project":"shop","service":"orders"},"duringFreeze":"full"}',
    ],
  ])('does not start without their approval, and starts with it: %s', async (_, given, part) => {
    const ports = deployed();
    const request = requestOf(given);
    const starting = () => assertRequestApproved(ports, request, guardrails);
    await expect(starting()).rejects.toThrow(ApprovalUnknown);
    await expect(starting()).rejects.toThrow(`headroom approve --request '${part}' --stack NAME`);
    const approval = await approveRequest(ports, JSON.parse(part), 'an approver');
    expect(approval).toEqual({ request: part, approvedAt: '2026-03-02T12:00:00.000Z', by: 'an approver' });
    await starting();
  });

  it('starts by no approval of another one, and by none that has expired', async () => {
    const ports = deployed();
    await approveRequest(ports, { undo: 'run-1', undoPart: { services: ['orders'] } }, 'an approver');
    const whole = assertRequestApproved(ports, requestOf({ undo: 'run-1' }), guardrails);
    await expect(whole).rejects.toThrow(ApprovalUnknown);
    const later = { ...ports, clock: { now: () => Date.parse('2026-03-03T12:00:00Z') } };
    const part = requestOf({ undo: 'run-1', undoPart: { services: ['orders'] } });
    await assertRequestApproved(ports, part, guardrails);
    const expired = assertRequestApproved(later, part, guardrails);
    await expect(expired).rejects.toThrow(ApprovalExpired);
    await expect(expired).rejects.toThrow(
      'the request was approved at 2026-03-02T12:00:00.000Z and has expired: an approver runs headroom approve',
    );
  });

  it.each([{}, { undo: 'run-1', readOnly: true }, { adopt: [orders], readOnly: true }])(
    'needs none where it changes nothing beside the policy: %j',
    async (given) => {
      await assertRequestApproved(deployed(), requestOf(given), guardrails);
    },
  );

  it('needs none where starting a run approves it', async () => {
    const ports = { ...portsOf(), approvalRule: undefined };
    await assertRequestApproved(ports, requestOf({ undo: 'run-1' }), guardrails);
  });

  it('is printed without a quote that a shell would end at', () => {
    expect(approvedPart({ undo: "run'1" })).toBe('{"undo":"run\\u00271"}');
  });
});
