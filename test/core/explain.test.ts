import { describe, expect, it } from 'vitest';
import { explain, explanationLines } from '../../lib/core/explain.ts';
import type { Snapshot } from '../../lib/core/model.ts';
import type { Policy, Rule } from '../../lib/core/policy-document.ts';
import { additional, anEndpoint, aPolicy, aService, aSnapshot, enableAll, planOf, today } from './organization.ts';

const explained = (snapshot: Snapshot, given: Partial<Policy> = {}, service = 'orders') => {
  const policy = aPolicy(given);
  return explain({ policy, snapshot, service, today, plan: planOf([snapshot], { policy }).plan });
};

const linesOf = (snapshot: Snapshot, given: Partial<Policy> = {}): string[] => {
  const explanation = explained(snapshot, given);
  return explanation === null ? [] : explanationLines(explanation);
};

const rules: Rule[] = [
  { name: 'fixed', match: { plan: ['hobbyist-*'] }, effect: 'ignore' },
  { ...enableAll(100), name: 'production', match: { project: ['*-prod'] } },
];

describe('explain', () => {
  it('tells the whole chain from tags to changes', () => {
    const service = aService({ tags: { team: 'shop' }, integrations: [{ id: 't', endpointId: 'endpoint-1' }] });
    const endpoints = [anEndpoint({ maximum: additional(40) })];
    expect(linesOf(aSnapshot({ tags: { env: 'prod' }, services: [service], endpoints }), { rules })).toEqual([
      'shop-prod/orders is to have the autoscaler with a maximum of 100 GB (rule "production"); to be done: update-endpoint.',
      'Tags: env=prod (project), team=shop (service)',
      'Rules:',
      '  skipped "fixed": plan "startup-4" does not match hobbyist-*',
      '  matched "production": project "shop-prod" matches *-prod',
      'Desired: enable at 100 GB. Rule "production" enables the autoscaler with a maximum of 100 GB.',
      'Eligible: yes',
      'Actual: autoscaler headroom-orders with 40 GB',
      'Changes:',
      '  update-endpoint 40 → 100 GB (grant)',
      'Findings: none',
      'Guardrails: none is crossed by this plan',
    ]);
  });

  it('says what stands in the way', () => {
    const service = aService({ state: 'POWEROFF', integrations: [{ id: 't', endpointId: 'f' }] });
    const endpoints = [anEndpoint({ id: 'f', name: 'team-endpoint' }), anEndpoint({ maximum: additional(null) })];
    const lines = linesOf(aSnapshot({ services: [service], endpoints }));
    expect(lines[0]).toMatch(/; nothing is to be changed, but see foreign-autoscaler below\.$/);
    expect(lines).toContain(
      'Actual: unused endpoint headroom-orders with a maximum that cannot be read, autoscaler team-endpoint, not ours',
    );
    expect(lines.find((line) => line.startsWith('Eligible: '))).toContain('POWEROFF');
  });

  it('says why a pending change waits', () => {
    const snapshot = aSnapshot({ services: [aService()] });
    const guardrails = { ...aPolicy().guardrails, maxChanges: 0 };
    expect(linesOf(snapshot, { guardrails })[0]).toContain('pending until the plan is approved: create-endpoint');
    expect(linesOf(snapshot, { guardrails }).at(-1)).toContain('maxChanges: 1 service would be changed');
    expect(linesOf(snapshot, { mode: 'observe' })[0]).toContain('pending, as mode observe writes nothing');
  });

  it.each<[string, Partial<Policy>, Record<string, string>, string]>([
    ['no rule', { rules: [] }, {}, 'is left alone (no rule matches)'],
    ['an exemption', {}, { 'disk-autoscaler-exempt': '2031-01-01' }, 'is left alone (exempt by its tag)'],
    ['an override', {}, { 'disk-autoscaler': 'off' }, 'is to have no autoscaler (rule "everyone")'],
  ])('begins with %s', (_, policy, tags, sentence) => {
    const [first] = linesOf(aSnapshot({ services: [aService({ tags })] }), policy);
    expect(first).toBe(`shop-prod/orders ${sentence}; nothing is to be changed.`);
  });

  it('knows no service that the snapshot does not have', () => {
    expect(explained(aSnapshot({ services: [aService()] }), {}, 'nobody')).toBeNull();
  });
});
