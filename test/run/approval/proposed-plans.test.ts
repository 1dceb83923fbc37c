import { describe, expect, it } from 'vitest';
import { PlanMoved } from '../../../lib/contract/errors.ts';
import type { Change } from '../../../lib/core/change/change.ts';
import { because } from '../../../lib/core/model/decision.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import { policyDefaults } from '../../../lib/core/policy/policy-defaults.ts';
import { openApprovals } from '../../../lib/run/approval/approvals.ts';
import { assertUnmoved, movedFinding } from '../../../lib/run/approval/moved.ts';
import { propose, proposedBy } from '../../../lib/run/approval/proposed-plans.ts';
import { reserve } from '../../../lib/run/approval/uses.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
import type { ProposedPlan, RunObject } from '../../../lib/run/store/run-objects.ts';
import { aPlan, aRun } from '../stored.ts';
import { creationFor, digest, portsOf, proposedPlan } from './one-proposed-plan.ts';

const { guardrails } = policyDefaults;
const needed = (service: string): Change => ({
  ...creationFor(service),
  rule: 'everyone',
  reasons: because('rule', 'Because.'),
});
const waitingOf = (...services: string[]) => {
  const changes = services.map(needed);
  const { summary, violations } = aPlan({});
  return aPlan({
    digest: 'whole'.padEnd(64, '0'),
    verdict: 'needs-approval',
    changes,
    proposal: { digest, summary, changes, violations },
  });
};
const waiting = waitingOf('orders');
const proposing = async (ports: ReturnType<typeof portsOf>, run: RunObject, plan: Plan) => {
  const proposed = await proposedBy(ports, run, guardrails, plan);
  await propose(ports, proposed.toStore);
  return proposed.plan.proposal;
};

describe('a plan that needs approval', () => {
  const proposedAt = async (ports: ReturnType<typeof portsOf>, runId: string, startedAt: string, plan = waiting) => {
    await proposing(ports, aRun({ runId, startedAt, asked: ['shop'] }), plan);
    return (await readObject<ProposedPlan>(ports.store, keys.proposedPlan(digest)))?.proposedAt;
  };

  it('is proposed for the projects of the run, without what its changes are for', async () => {
    const ports = portsOf();
    await proposedAt(ports, 'run-1', '2026-03-02T09:00:00.000Z');
    const stored = await readObject(ports.store, keys.proposedPlan(digest));
    expect(stored).toMatchObject({ digest, runId: 'run-1', projects: ['shop'], changes: [creationFor('orders')] });
    expect(JSON.stringify(stored)).not.toContain('Because.');
  });

  it('ages from the first time, until it has expired or was used', async () => {
    const ports = portsOf();
    const first = '2026-03-02T09:00:00.000Z';
    expect(await proposedAt(ports, 'run-1', first)).toBe(first);
    expect(await proposedAt(ports, 'run-2', '2026-03-02T10:00:00.000Z')).toBe(first);
    await reserve(ports, 'run-3', { digest, proposedAt: first, indexes: [0] });
    expect(await proposedAt(ports, 'run-4', '2026-03-02T11:00:00.000Z')).toBe('2026-03-02T11:00:00.000Z');
    const over = { ...ports, clock: { now: () => Date.parse('2026-03-03T11:00:00Z') } };
    expect(await proposedAt(over, 'run-5', '2026-03-03T11:00:00.000Z')).toBe('2026-03-03T11:00:00.000Z');
  });

  it('keeps its time and gets new hours while it means the same, and is anew where it goes further', async () => {
    const first = '2026-03-02T09:00:00.000Z';
    const ports = portsOf();
    const at = (now: string) => ({ ...ports, clock: { now: () => Date.parse(now) } });
    const proposedOn = (startedAt: string, plan = waiting) => proposing(at(startedAt), aRun({ startedAt }), plan);
    const larger = waitingOf('orders');
    const higher = { ...needed('orders'), toGb: 6, maximum: { kind: 'additional', gb: 6 } } as Change;
    const lower = { ...needed('orders'), toGb: 4, maximum: { kind: 'additional', gb: 4 } } as Change;
    const withChanges = (changes: Change[]) => ({
      ...larger,
      changes,
      proposal: larger.proposal && { ...larger.proposal, changes },
    });
    expect(await proposedOn(first)).toMatchObject({ since: first, expires: '2026-03-03T09:00:00.000Z' });
    expect(await proposedOn('2026-03-02T20:00:00.000Z', withChanges([lower]))).toMatchObject({
      since: first,
      expires: '2026-03-03T09:00:00.000Z',
    });
    expect(await proposedOn('2026-03-03T08:00:00.000Z')).toMatchObject({
      since: first,
      expires: '2026-03-04T08:00:00.000Z',
    });
    const anew = '2026-03-03T09:00:00.000Z';
    expect(await proposedOn(anew, withChanges([higher]))).toMatchObject({ since: anew });
    expect(await readObject(ports.store, keys.proposedPlan(digest))).toMatchObject({ changes: [{ toGb: 6 }] });
  });

  it('is proposed as the part that no approval covers, and a plan that needs none is not', async () => {
    const ports = portsOf();
    const whole = aPlan({ digest: 'other' });
    expect(await proposedAt(ports, 'run-1', '2026-03-02T09:00:00.000Z', whole)).toBeUndefined();
    const partly: Plan = { ...whole, proposal: waiting.proposal };
    expect(await proposedAt(ports, 'run-1', '2026-03-02T09:00:00.000Z', partly)).toBe('2026-03-02T09:00:00.000Z');
  });
});

describe('a plan that must be carried out exactly', () => {
  const proposed: ProposedPlan = { ...proposedPlan('2026-03-02T11:00:00.000Z'), changes: [creationFor('orders')] };
  const asserting = (plan: Partial<Plan>, run: Parameters<typeof aRun>[0] = {}) => {
    const current = aPlan({ digest: 'now', ...plan });
    return () => assertUnmoved(aRun(run), [proposed], current);
  };
  const unread = { code: 'project-unread' as const, project: 'shop', service: '', message: '' };

  it('is carried out where the current plan is the same, and never compared under stop', () => {
    expect(asserting({ digest })).not.toThrow();
    expect(asserting({}, { mode: 'stop' })).not.toThrow();
  });

  it('is refused where anything differs, which is named', () => {
    const refused = asserting({ changes: [needed('users')] });
    expect(refused).toThrow(PlanMoved);
    expect(refused).toThrow(
      /differs from the current plan now; run 'headroom plan'[\s\S]* Differences:\n {2}no longer needed: create-endpoint shop\/orders[\s\S]*\n {2}newly needed: create-endpoint shop\/users/,
    );
  });

  it('names a freeze that delays its changes, and projects that were not read, as no differences', () => {
    const freeze = { reason: 'quarter end', until: '2026-04-01', waiting: [needed('orders')], allow: [] };
    expect(asserting({ freeze })).toThrow(
      'A freeze (quarter end, until 2026-04-01) delays 1 changes. Nothing else changed.',
    );
    const endless = { ...freeze, until: null };
    expect(asserting({ freeze: endless })).toThrow('A freeze (quarter end) delays 1 changes.');
    expect(asserting({ findings: [unread, unread] })).toThrow(
      'Not read, so nothing in it is changed: shop. Nothing else changed.',
    );
  });

  it('names the projects it was made for where the run is for others', () => {
    expect(asserting({}, { asked: ['shop', 'crm'] })).toThrow(
      '; it was made for all projects, this run is for the projects shop, crm;',
    );
  });
});

describe('an approval that a request names', () => {
  it('and that covers nothing of a plan that needs an approval leaves a finding with the differences', async () => {
    const ports = portsOf();
    await proposing(ports, aRun({ startedAt: '2026-03-02T09:00:00.000Z' }), waiting);
    expect(await openApprovals(ports, guardrails, null)).toEqual([]);
    const approval = { digest, changes: [creationFor('orders')] } as unknown as Parameters<typeof movedFinding>[0];
    const plan = aPlan({ digest: 'now', verdict: 'needs-approval', changes: [needed('users')] });
    expect(movedFinding(approval, plan, plan)).toMatchObject([
      {
        code: 'approval-moved',
        subject: digest,
        message: expect.stringMatching(/no needed change is within it[\s\S]*shop\/orders[\s\S]*shop\/users/),
      },
    ]);
    expect(movedFinding(undefined, plan, plan)).toEqual([]);
    expect(movedFinding(approval, plan, { ...plan, verdict: 'apply' })).toEqual([]);
    const covered = { ...plan, approval: { used: [], rest: null } } as unknown as Plan;
    expect(movedFinding(approval, plan, covered)).toEqual([]);
  });
});
