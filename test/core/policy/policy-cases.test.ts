import { describe, expect, it } from 'vitest';
import { judgeCases, type PolicyCase } from '../../../lib/core/policy/policy-cases.ts';
import { aPolicy, enableAll } from '../organization.ts';

const today = '2030-06-15';

const service: PolicyCase['given'] = {
  project: 'shop-prod',
  service: 'orders',
  type: 'pg',
  plan: 'startup-4',
  cloud: 'aws-eu-west-1',
  state: 'RUNNING',
  tags: {},
  projectTags: {},
};

const policy = aPolicy({
  rules: [{ name: 'kafka stays', match: { serviceType: ['kafka'] }, effect: 'ignore' }, enableAll(100)],
  budgets: [
    {
      name: 'storage',
      match: { project: ['*-prod'] },
      monthly: '10.00',
      basis: 'run-rate',
      rest: 'share',
      deadBandGb: 0,
      warnPercent: 0,
    },
  ],
});

const differences = (expected: PolicyCase['expect'], given: Partial<PolicyCase['given']> = {}) =>
  judgeCases(policy, [{ name: 'a case', given: { ...service, ...given }, expect: expected }], today)[0]?.differences;

describe('a case for a policy', () => {
  it('passes where the decision is the expected one', () => {
    const all = { effect: 'enable', maximum: 100, rule: 'everyone', budget: 'storage', exempt: false } as const;
    expect(differences(all)).toEqual([]);
    expect(differences({ effect: 'ignore', maximum: null, rule: 'kafka stays' }, { type: 'kafka' })).toEqual([]);
  });

  it('lists every member that differs, with both values, and compares no other', () => {
    expect(differences({ effect: 'disable', maximum: 50, rule: null, budget: null, exempt: true })).toEqual([
      { member: 'effect', expected: 'disable', actual: 'enable' },
      { member: 'maximum', expected: 50, actual: 100 },
      { member: 'rule', expected: null, actual: 'everyone' },
      { member: 'budget', expected: null, actual: 'storage' },
      { member: 'exempt', expected: true, actual: false },
    ]);
    expect(differences({ exempt: true }, { tags: { 'disk-autoscaler-exempt': '2030-06-15' } })).toEqual([]);
  });

  it('decides on its own day, which dated tags depend on, else on the day of the test', () => {
    const tags = { 'disk-autoscaler-max-gb': '30', 'disk-autoscaler-until': today };
    expect(differences({ maximum: 30 }, { tags })).toEqual([]);
    expect(differences({ maximum: 100 }, { tags, today: '2030-06-16' })).toEqual([]);
  });

  it('counts the tags of the project, and those of the service before them', () => {
    expect(differences({ effect: 'disable' }, { projectTags: { 'disk-autoscaler': 'off' } })).toEqual([]);
    const both = { projectTags: { 'disk-autoscaler': 'off' }, tags: { 'disk-autoscaler': 'on' } };
    expect(differences({ effect: 'enable' }, both)).toEqual([]);
  });
});
