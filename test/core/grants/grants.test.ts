import { describe, expect, it } from 'vitest';
import { answeredPrice } from '../../../lib/core/budget/service-price.ts';
import type { Change } from '../../../lib/core/change/change.ts';
import { changesFor, concernsOnly, type Grant, talliesOf } from '../../../lib/core/grants/grants.ts';
import type { Budget, Policy, Rule } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { storageBudget } from '../a-budget.ts';
import { aChange, whyOf } from '../a-change.ts';
import { at, integrationWith, rules, shown, snapshotWith } from '../one-service.ts';
import { additional, anEndpoint, aPolicy, aService, aSnapshot, enableAll, planOf, today } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const grant: Grant = {
  project: 'shop-prod',
  service: 'orders',
  maxGb: 300,
  through: '2030-06-20',
  by: 'kim on laptop',
  at: '2030-06-13T03:00:00.000Z',
};

const attached = snapshotWith([at('e1', 100)], ['e1']);

const planned = (given: Partial<Grant> = {}, policy: Partial<Policy> = {}, snapshot = attached, day = today) =>
  planOf([snapshot], { policy: aPolicy(policy), grants: [{ ...grant, ...given }], today: day }).plan;

describe('a grant', () => {
  it('raises the maximum of its service, and says who granted it until when', () => {
    const { changes } = planned();
    expect(changes.map(shown)).toEqual(['grant update-endpoint e1 100→300']);
    expect(whyOf(changes[0])).toBe(
      'Rule "everyone" enables the autoscaler with a maximum of 100 GB. A grant by kim on laptop raises the maximum to 300 GB through 2030-06-20.',
    );
  });

  it('ends by itself after its last day: the maximum follows the policy again, where nothing is provisioned beyond it', () => {
    const raised = snapshotWith([at('e1', 300)], ['e1']);
    expect(planned({}, {}, raised, '2030-06-20').changes).toEqual([]);
    expect(planned({}, {}, raised, '2030-06-21').changes.map(shown)).toEqual(['release update-endpoint e1 300→100']);
    const grown = snapshotWith([at('e1', 300)], ['e1'], { diskMb: (80 + 250) * 1024 });
    expect(planned({}, {}, grown, '2030-06-21').changes.map(shown)).toEqual(['release update-endpoint e1 300→250']);
  });

  it.each([
    ['lowers no maximum', { maxGb: 50 }, {}, {}],
    ['is only for its service', { service: 'billing' }, {}, {}],
    ['is only for its project', { project: 'other' }, {}, {}],
    ['does not enable what policy ignores', {}, { rules: rules.ignore }, {}],
    ['does not change an exempt service', {}, {}, { tags: { 'disk-autoscaler-exempt': '2031-01-01' } }],
  ])('%s', (_, given, policy, service) => {
    const snapshot = snapshotWith([at('e1', 100)], ['e1'], service);
    expect(planned(given, policy, snapshot).changes).toEqual([]);
  });

  it('gets no more than its budget gives, and counts for guardrails', () => {
    const storage = storageBudget('30.00');
    const { plan } = planOf([attached], {
      policy: aPolicy({ budgets: [storage] }),
      grants: [grant],
      prices: platformPrices([['pg/startup-4/aws-eu-west-1', null]]),
      planCapMb: new Map(),
    });
    expect(plan.changes.map(shown)).toEqual(['grant update-endpoint e1 100→200']);
    const guardrails = { ...aPolicy().guardrails, maxAddedGb: 199 };
    expect(planned({}, { guardrails }).verdict).toBe('needs-approval');
  });
});

describe('a plan for one service', () => {
  const services = ['orders', 'billing', 'audit'].map((name, at) =>
    aService({ name, integrations: [integrationWith(`e${at}`, `i${at}`)] }),
  );
  const endpoints = services.map(({ name }, id) => at(`e${id}`, name === 'orders' ? 100 : 300, `headroom-${name}`));
  const snapshot = aSnapshot({ services, endpoints });
  const only = { project: 'shop-prod', service: 'orders' };
  const changesOf = (budgets: readonly Budget[]) =>
    planOf([snapshot], {
      policy: aPolicy({ rules: [enableAll(300)], budgets }),
      only,
      prices: platformPrices([['pg/startup-4/aws-eu-west-1', null]]),
      planCapMb: new Map(),
    }).plan;

  it('contains its changes and no others, and counts only them', () => {
    const { changes, summary } = changesOf([]);
    expect(changes.map(({ service }) => service)).toEqual(['orders']);
    expect(summary).toMatchObject({ raise: 1, lower: 0, addedGb: 200 });
  });

  it('contains the releases of its budget, from which its money may come', () => {
    const storage = storageBudget('105.00');
    const { changes, summary } = changesOf([storage]);
    expect(changes.map(({ phase, service }) => `${phase} ${service}`)).toEqual([
      'release audit',
      'release billing',
      'grant orders',
    ]);
    expect(summary).toMatchObject({ raise: 1, lower: 2, addedGb: 133 });
  });
});

const budget = (monthly: string) => storageBudget(monthly, 'keep');

/** A service with a maximum of 320 GB in force, in a budget that pays for so many GB. */
const saidWith = (paysGb: number, rule: Partial<Rule>, given: Partial<PlanInput> = {}) => {
  const service = aService({ integrations: [{ id: 'integration-1', endpointId: 'endpoint-1' }] });
  const { plan } = planOf([aSnapshot({ services: [service], endpoints: [anEndpoint({ maximum: additional(320) })] })], {
    policy: aPolicy({ rules: [{ ...enableAll(320), ...rule }], budgets: [budget((paysGb * 0.15).toFixed(2))] }),
    prices: new Map([['pg/startup-4/aws-eu-west-1', answeredPrice(null)]]),
    ...given,
  });
  expect(plan.summary.lower).toBe(1);
  return plan.findings.filter(({ code }) => code === 'maximum-below-promise').map(({ message }) => message);
};

describe('a maximum that falls below what was promised', () => {
  it('is said to the owner of a service with a guarantee or a grant', () => {
    expect(saidWith(48, { atLeastGb: 100 })).toEqual([
      expect.stringMatching(
        /^Its maximum falls from 320 GB to 48 GB, below the 100 GB that rule "everyone" guarantees\. ./,
      ),
    ]);
    const at = { by: 'ada', at: '2030-06-14T00:00:00.000Z', through: '2030-06-20' };
    const grants = [{ project: 'shop-prod', service: 'orders', maxGb: 320, ...at }];
    expect(saidWith(48, { maxAdditionalGb: 100 }, { grants })).toEqual([
      expect.stringContaining('below the 320 GB that a grant gives it.'),
    ]);
  });

  it('is not said of one that keeps its guarantee, or that has none', () => {
    expect(saidWith(150, { atLeastGb: 100 })).toEqual([]);
    expect(saidWith(48, {})).toEqual([]);
  });
});

const own = { project: 'shop', service: 'orders' };
const disk = (service: string, fromGb: number, toGb: number, given: Partial<Change> = {}, project = 'shop'): Change =>
  aChange({
    ...{ project, service, endpointName: `headroom-${service}`, endpointId: `e-${service}`, fromGb, toGb },
    phase: toGb < fromGb ? 'release' : 'grant',
    maximum: { kind: 'additional', gb: toGb },
    ...given,
  } as never);
const option = { ...disk('orders', 100, 100), kind: 'update-search-configuration' } as unknown as Change;

const raised = disk('orders', 100, 200, { budget: 'all' });
const lowered = disk('users', 200, 100, { budget: 'all' });

describe('the plan of one service', () => {
  it('has its raise and what its budget frees elsewhere, and nothing else', () => {
    const others = [
      disk('users', 100, 200, { budget: 'all' }),
      disk('carts', 200, 100, { budget: 'other' }),
      disk('logs', 200, 100),
      disk('orders', 100, 300, {}, 'crm'),
      option,
    ];
    expect(changesFor([lowered, raised, ...others], own)).toEqual([lowered, raised]);
    expect(changesFor([raised, lowered], undefined)).toEqual([raised, lowered]);
  });

  it('takes no room from it, whatever the policy wants, and frees nothing where it needs nothing', () => {
    const less = disk('orders', 200, 100, { budget: 'all' });
    expect(changesFor([less, lowered], own)).toEqual([]);
    expect(changesFor([disk('orders', 100, 200), lowered], own)).toHaveLength(1);
  });
});

describe('a plan that concerns one service alone', () => {
  it('has no change of another one, none that takes room, and no option', () => {
    expect(concernsOnly([raised], own)).toBe(true);
    expect(concernsOnly([], own)).toBe(true);
    expect(concernsOnly([raised], undefined)).toBe(false);
    expect(concernsOnly([raised], { ...own, project: 'crm' })).toBe(false);
    for (const other of [lowered, option, disk('orders', 200, 100)])
      expect(concernsOnly([raised, other], own)).toBe(false);
  });

  it('is counted by the services whose disks change', () => {
    const tallies = [own, { project: 'shop', service: 'users' }, { project: 'crm', service: 'orders' }];
    expect(talliesOf(tallies, [raised])).toEqual([own]);
    expect(talliesOf(tallies, [option])).toEqual([]);
  });
});
