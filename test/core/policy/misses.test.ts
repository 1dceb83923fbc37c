import { describe, expect, it } from 'vitest';
import type { Policy, Rule, SearchBaseline, Selector } from '../../../lib/core/model/policy-document.ts';
import { storageBudget } from '../a-budget.ts';
import { aPolicy, aService, aSnapshot, planOf } from '../organization.ts';

const services = [
  aService({ tags: { env: 'prod' } }),
  aService({ name: 'clicks', type: 'kafka', cloud: 'gcp-eu-west1', state: 'POWEROFF' }),
];
const withSearch = [...services, aService({ name: 'logs', type: 'engine', searchConfiguration: {} })];

const rule = (name: string, match: Selector, effect: Rule['effect'] = 'enable'): Rule => ({
  name,
  match,
  effect,
  ...(effect === 'enable' && { maxAdditionalGb: 100 }),
});
const baseline = (name: string, serviceType?: string[]): SearchBaseline => ({
  name,
  match: { project: ['*'], serviceType },
  options: [],
});
const budget = (name: string, match: Selector) => ({ ...storageBudget('1000.00', 'keep'), name, match });

const findingsOf = (policy: Partial<Policy>, given = services, isWhole = true) =>
  planOf([aSnapshot({ services: given })], { policy: aPolicy(policy), isWhole }).plan.findings.filter(
    ({ code }) => code === 'rule-matches-nothing',
  );

const saidOf = (rules: readonly Rule[], given = services) => findingsOf({ rules }, given).map(({ message }) => message);

const searchHint =
  'If the platform uses another name for the search service, set it with --search-engine (searchEngine on AWS).';

describe('a policy that misses', () => {
  it('names the rule that matches nothing, what it looks for, and what is there', () => {
    expect(
      findingsOf({ rules: [rule('production', { project: ['*-production'] }), rule('all', { project: ['*'] })] }),
    ).toEqual([
      {
        code: 'rule-matches-nothing',
        project: '',
        service: '',
        subject: 'rule production',
        message: 'Rule "production" matches no service: no service has project *-production. Present: shop-prod.',
      },
    ]);
  });

  it('names each value of a list that no service has, although the others match', () => {
    expect(
      saidOf([rule('databases', { serviceType: ['pg', 'mysql', 'cassandra'], cloud: ['aws-*', 'azure-*'] })]),
    ).toEqual([
      'Rule "databases" looks for what is not there: no service has serviceType mysql, cassandra. Present: kafka, pg. Also, no service has cloud azure-*. Present: aws-eu-west-1, gcp-eu-west1.',
    ]);
  });

  it('says that no service has a tag, and which values of it there are', () => {
    expect(saidOf([rule('prod', { tags: { environment: ['prod'] } })])).toEqual([
      'Rule "prod" matches no service: no service has tag environment prod. No service has the tag environment.',
    ]);
    expect(saidOf([rule('prod', { tags: { env: ['production'] } })])).toEqual([
      'Rule "prod" matches no service: no service has tag env production. Present: prod.',
    ]);
  });

  it('says of conditions that never hold together that they do not', () => {
    expect(saidOf([rule('both', { serviceType: ['kafka'], tags: { env: ['prod'] } })])).toEqual([
      'Rule "both" matches no service: none meets all of its conditions at once.',
    ]);
  });

  it('checks budgets, services managed elsewhere and what may be reclaimed as it does rules', () => {
    const match = { tags: { env: ['production'] } };
    const policy = {
      budgets: [budget('storage', match)],
      managedElsewhere: [{ by: 'terraform', match }],
      reclaim: { enabled: true, match },
    };
    expect(findingsOf(policy).map(({ subject }) => subject)).toEqual([
      'budget storage',
      'entry of managedElsewhere terraform',
      'reclaim',
    ]);
  });

  it('is silent about exclusions, states, rules that disable or ignore, and rules that wait for the tags of teams', () => {
    const nowhere = { project: ['nowhere'] };
    expect(
      saidOf([
        rule('off', nowhere, 'disable'),
        rule('left alone', nowhere, 'ignore'),
        rule('opted in', { tags: { 'disk-autoscaler': ['on'] } }),
        rule('by project', { projectTags: { 'disk-autoscaler': ['on'] } }),
        rule('all', { project: ['*', '!sandbox-*'], state: ['RUNNING', 'REBUILDING'] }),
      ]),
    ).toEqual([]);
  });

  it('is silent about a rule all of whose services an earlier rule decides', () => {
    const all = { project: ['*'] };
    expect(saidOf([rule('first', all), rule('second', all)])).toEqual([]);
  });

  it('names a wrong type of the search service, and how to set its name', () => {
    expect(saidOf([rule('search', { serviceType: ['engine', 'seek*'] })])).toEqual([
      `Rule "search" matches no service: no service has serviceType engine, seek*. Present: kafka, pg. ${searchHint}`,
    ]);
    expect(saidOf([rule('search', { serviceType: ['engine'] })], withSearch)).toEqual([]);
  });

  it('names a baseline without any search service, or for a type that is none', () => {
    const searchConfiguration = [baseline('protect'), baseline('streams', ['kafka'])];
    expect(findingsOf({ searchConfiguration }).map(({ message }) => message)).toEqual([
      `Baseline "protect" matches no service: none is a search service. ${searchHint}`,
      `Baseline "streams" matches no service: none is a search service. ${searchHint}`,
    ]);
    expect(findingsOf({ searchConfiguration }, withSearch).map(({ subject }) => subject)).toEqual(['baseline streams']);
  });

  it('can be accepted', () => {
    const rules = [rule('production', { project: ['*-production'] })];
    const accept = [
      { code: 'rule-matches-nothing' as const, match: { project: ['*'] }, until: '2030-12-31', reason: 'planned' },
    ];
    expect(findingsOf({ rules, accept })).toEqual([]);
  });

  it('is said only when the whole organization was read and has services', () => {
    const rules = [rule('search', { serviceType: ['engine'] })];
    expect(findingsOf({ rules }, services, false)).toEqual([]);
    expect(findingsOf({ rules }, [])).toEqual([]);
    const unread = [{ project: 'other', error: 'PlatformForbidden', message: 'no access' }];
    const { plan } = planOf([aSnapshot({ services })], { policy: aPolicy({ rules }), isWhole: true, unread });
    expect(plan.findings.map(({ code }) => code)).toEqual(['project-unread']);
  });
});
