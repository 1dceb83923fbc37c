import { describe, expect, it } from 'vitest';
import { explain } from '../../../lib/core/explain/explain.ts';
import { explanationLines } from '../../../lib/core/explain/lines.ts';
import { olderReading } from '../../../lib/core/explain/older-reading.ts';
import type { Service, Snapshot } from '../../../lib/core/model/model.ts';
import type { Budget, Policy, Rule } from '../../../lib/core/model/policy-document.ts';
import { additional, anEndpoint, aPolicy, aService, aSnapshot, enableAll, planOf, today } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

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
  it('shows the whole chain from tags to changes', () => {
    const service = aService({ tags: { team: 'shop' }, integrations: [{ id: 't', endpointId: 'endpoint-1' }] });
    const endpoints = [anEndpoint({ maximum: additional(40) })];
    expect(linesOf(aSnapshot({ tags: { env: 'prod' }, services: [service], endpoints }), { rules })).toEqual([
      'shop-prod/orders should have the autoscaler with a maximum of 100 GB (rule "production"); to apply: update-endpoint.',
      'Tags: env=prod (project), team=shop (service)',
      'Rules:',
      '  skipped "fixed": plan "startup-4" does not match hobbyist-*',
      '  matched "production": project "shop-prod" matches *-prod',
      'Desired: enable at 100 GB. Rule "production" enables the autoscaler with a maximum of 100 GB.',
      'Budget: none matches the service',
      'Eligible: yes',
      'Actual: autoscaler headroom-orders with 40 GB',
      'Changes:',
      '  update-endpoint 40 → 100 GB (grant)',
      "Guardrails: none exceeded (for this project's plan)",
      'Next:',
      expect.stringMatching(/^ {2}The next run checks it again: /),
    ]);
  });

  it('says what stands in the way', () => {
    const service = aService({ state: 'POWEROFF', integrations: [{ id: 't', endpointId: 'f' }] });
    const endpoints = [anEndpoint({ id: 'f', name: 'team-endpoint' }), anEndpoint({ maximum: additional(null) })];
    const lines = linesOf(aSnapshot({ services: [service], endpoints }));
    expect(lines[0]).toBe(
      `shop-prod/orders stays unchanged: An endpoint already autoscales this service (not managed by Headroom); left alone. To let policy take over, run 'headroom adopt PROJECT/SERVICE'. Rule "everyone" would set 100 GB.`,
    );
    expect(lines).toContain(
      'Actual: unused endpoint headroom-orders with an unreadable maximum, autoscaler team-endpoint (not managed by Headroom)',
    );
    expect(lines.find((line) => line.startsWith('Eligible: '))).toContain('POWEROFF');
  });

  it('says that a change of an option restarts the service, and that it waits for approval', () => {
    const options = [{ path: 'engine.reindex_remote_whitelist', value: ['a:9200'] }];
    const service = aService({ type: 'engine', searchConfiguration: {} });
    const lines = linesOf(aSnapshot({ services: [service] }), {
      rules: [],
      searchConfiguration: [{ name: 'logs', match: { project: ['*'] }, options }],
      guardrails: { ...aPolicy().guardrails, needApproval: ['restart'] },
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringContaining('pending approval, because the service would restart'),
        '    engine.reindex_remote_whitelist: unset → ["a:9200"] (restarts the service)',
        expect.stringContaining('needApproval: 1 service would restart'),
      ]),
    );
  });

  it.each<[string, Partial<Service>, string]>([
    [
      'a type without dynamic disk sizing',
      { type: 'valkey' },
      'Service type valkey does not support dynamic disk sizing',
    ],
    ['a plan without it', { plan: 'hobbyist' }, 'Plan hobbyist does not support dynamic disk sizing'],
    ['its state', { state: 'POWEROFF' }, 'The service is in state POWEROFF'],
    ['a size that is not known', { diskMb: null }, 'The platform does not report the disk size'],
  ])('begins with %s where that keeps a service from having the autoscaler', (_, service, why) => {
    const lines = linesOf(aSnapshot({ services: [aService(service)] }));
    expect(lines[0]).toMatch(
      new RegExp(`^shop-prod/orders gets no autoscaler: ${why}.*\\. Rule "everyone" would set 100 GB\\.$`),
    );
    expect(lines.join('\n')).not.toContain('should have the autoscaler');
  });

  it('begins with the budget where that gives nothing', () => {
    const budget: Budget = {
      name: 'shop',
      match: { project: ['*'] },
      monthly: '0.00',
      basis: 'run-rate',
      rest: 'share',
      deadBandGb: 0,
      warnPercent: 0,
    };
    const policy = aPolicy({ budgets: [budget] });
    const snapshot = aSnapshot({ services: [aService()] });
    const planCapMb = new Map([['pg/startup-4', 1024 * 1024]]);
    const { plan } = planOf([snapshot], {
      policy,
      planCapMb,
      prices: platformPrices([['pg/startup-4/aws-eu-west-1', null]]),
    });
    const { sentence } = explain({ policy, snapshot, service: 'orders', today, plan }) ?? {};
    expect(sentence).toMatch(
      /^shop-prod\/orders gets no autoscaler: Needs 7 GB \(one step, because its growth is not known yet\) and gets 0 GB: .* Rule "everyone" would set \d+ GB\.$/,
    );
  });

  it('names no guardrail for a service without a change, although the plan of its project waits', () => {
    const snapshot = aSnapshot({ services: [aService(), aService({ name: 'billing', state: 'POWEROFF' })] });
    const explanation = explained(snapshot, { guardrails: { ...aPolicy().guardrails, maxChanges: 0 } }, 'billing');
    expect(explanation).toMatchObject({ verdict: 'needs-approval', changes: [], violations: [] });
    expect(explanationLines(explanation as NonNullable<typeof explanation>).join('\n')).not.toContain('uardrail');
  });

  it('says why a pending change waits', () => {
    const snapshot = aSnapshot({ services: [aService()] });
    const guardrails = { ...aPolicy().guardrails, maxChanges: 0 };
    expect(linesOf(snapshot, { guardrails })[0]).toContain(
      'pending approval, because the plan exceeds guardrails: create-endpoint',
    );
    expect(linesOf(snapshot, { guardrails }).join('\n')).toContain('maxChanges: 1 service would change');
    expect(linesOf(snapshot, { guardrails }).at(-1)).toBe('  Its changes need approval: see headroom plan.');
    expect(linesOf(snapshot, { mode: 'observe' })[0]).toContain('pending, because mode observe writes nothing');
  });

  it.each<[string, Partial<Policy>, Record<string, string>, string]>([
    ['no rule', { rules: [] }, {}, 'has an unmanaged disk (no rule matches)'],
    ['an exemption', {}, { 'disk-autoscaler-exempt': '2031-01-01' }, 'has an unmanaged disk (exempt by its tag)'],
    ['an override', {}, { 'disk-autoscaler': 'off' }, 'should have no autoscaler (rule "everyone")'],
  ])('begins with %s', (_, policy, tags, sentence) => {
    const [first] = linesOf(aSnapshot({ services: [aService({ tags })] }), policy);
    expect(first).toBe(`shop-prod/orders ${sentence}; no change.`);
  });

  it('shows what override tags do, what they override, and when they end', () => {
    const tags = { 'disk-autoscaler-max-gb': '7', 'disk-autoscaler-until': '2030-07-01', team: 'shop' };
    const lines = linesOf(aSnapshot({ tags: { team: 'all' }, services: [aService({ tags })] }));
    expect(lines).toEqual(
      expect.arrayContaining([
        'Tags: disk-autoscaler-max-gb=7 (service), disk-autoscaler-until=2030-07-01 (service), team=shop (service, overrides all of the project)',
        "  disk-autoscaler-max-gb=7: asks for a maximum of 7 GB instead of the rule's",
        '  disk-autoscaler-until=2030-07-01: the override ends after 2030-07-01',
        '  Its override ends after 2030-07-01; the rule alone applies from then on.',
      ]),
    );
  });

  it('names every rule of an exempt service, though none was tried, and the day when rules decide again', () => {
    const service = aService({ tags: { 'disk-autoscaler-exempt': '2030-12-31' } });
    const lines = linesOf(aSnapshot({ services: [service] }), { rules });
    expect(lines).toContain('  not tried "production": an exemption tag applies');
    expect(lines.at(-1)).toBe('  Its exemption ends after 2030-12-31; the rules apply from then on.');
  });

  it('does the arithmetic of its budget, and decides by it', () => {
    const budget: Budget = {
      name: 'shop',
      match: { project: ['*'] },
      monthly: '6.00',
      basis: 'run-rate',
      rest: 'share',
      deadBandGb: 0,
      warnPercent: 0,
    };
    const policy = aPolicy({ budgets: [budget] });
    const snapshot = aSnapshot({ services: [aService()] });
    const planCapMb = new Map([['pg/startup-4', 1024 * 1024]]);
    const { plan } = planOf([snapshot], {
      policy,
      planCapMb,
      prices: platformPrices([['pg/startup-4/aws-eu-west-1', null]]),
    });
    const explanation = explain({ policy, snapshot, service: 'orders', today, plan });
    expect(explanation?.decision.maxAdditionalGb).toBe(40);
    const lines = explanation === null ? [] : explanationLines(explanation);
    expect(lines[0]).toContain('with a maximum of 40 GB');
    expect(lines.slice(lines.indexOf('Budget:') + 1, lines.indexOf('Budget:') + 3)).toEqual([
      '  "shop": 0.00 in force of 6.00 USD a month, 6.00 available; 0.00 provisioned, 6.00 allocated to 1 service, 0.00 unused',
      expect.stringContaining('40 GB × 0.15 = 6'),
    ]);
    const at = lines.indexOf('Desired: enable at 40 GB.');
    expect(lines.slice(at + 1, at + 3)).toEqual([
      '  rule: Rule "everyone" enables the autoscaler with a maximum of 100 GB.',
      expect.stringMatching(/^ {2}budget: .*40 GB × 0\.15 = 6/),
    ]);
  });

  it('says how old the reading is that a decision rests on', () => {
    const reading = olderReading('2026-03-02T07:30:00.000Z', '2026-03-02T09:00:00.000Z');
    const policy = aPolicy({ rules });
    const snapshot = aSnapshot({ services: [aService()] });
    const { plan } = planOf([snapshot], { policy });
    const answer = explain({ policy, snapshot, service: 'orders', today: '2026-03-02', plan, reading });
    expect(answer && explanationLines(answer)[1]).toBe(
      'Reading: 90 minutes old (2026-03-02T07:30:00.000Z); this answer rests on it',
    );
  });

  it('knows no service that the snapshot does not have', () => {
    expect(explained(aSnapshot({ services: [aService()] }), {}, 'missing')).toBeNull();
  });
});
