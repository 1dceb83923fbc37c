import { describe, expect, it } from 'vitest';
import type { Grant } from '../../../lib/core/grants/grants.ts';
import type { Budget, Policy } from '../../../lib/core/model/policy-document.ts';
import { whyOf } from '../a-change.ts';
import { at, integrationWith, rules, shown, snapshotWith } from '../one-service.ts';
import { aPolicy, aService, aSnapshot, enableAll, planOf, today } from '../organization.ts';
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
    const storage: Budget = {
      name: 'storage',
      match: { project: ['*'] },
      monthly: '30.00',
      basis: 'run-rate',
      rest: 'share',
      deadBandGb: 0,
      warnPercent: 0,
    };
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
    const storage = {
      name: 'storage',
      match: { project: ['*'] },
      monthly: '105.00',
      basis: 'run-rate',
      rest: 'share',
      deadBandGb: 0,
      warnPercent: 0,
    } as const;
    const { changes, summary } = changesOf([storage]);
    expect(changes.map(({ phase, service }) => `${phase} ${service}`)).toEqual([
      'release audit',
      'release billing',
      'grant orders',
    ]);
    expect(summary).toMatchObject({ raise: 1, lower: 2, addedGb: 133 });
  });
});
