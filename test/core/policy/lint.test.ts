import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tags } from '../../../lib/core/model/model.ts';
import type { Budget, Policy, Rule, Selector } from '../../../lib/core/model/policy-document.ts';
import { lintPolicy } from '../../../lib/core/policy/lint.ts';
import { evaluate } from '../../../lib/core/policy/policy.ts';
import { aPolicy, aService, today } from '../organization.ts';

const rule = (name: string, match: Selector, effect: Rule['effect'] = 'enable'): Rule =>
  effect === 'enable' ? { name, match, effect, maxAdditionalGb: 10 } : { name, match, effect };

const budget = (name: string, match: Selector): Budget => ({
  name,
  match,
  monthly: '10',
  basis: 'run-rate',
  rest: 'share',
  deadBandGb: 5,
  warnPercent: 90,
});

const linesOf = (given: Partial<Policy>): string[] =>
  lintPolicy(aPolicy(given)).map(({ path, message }) => `${path.join('.')}: ${message}`);

const prod = rule('prod', { project: ['*-prod'] });

describe('a policy is warned of', () => {
  it.each<[string, Partial<Policy>, string[]]>([
    ['nothing where all is well', { rules: [prod, rule('rest', { project: ['*'] })] }, []],
    [
      'a rule behind one that matches more',
      { rules: [prod, rule('pg', { project: ['shop-prod'], serviceType: ['pg'] })] },
      ['rules.1.match: this rule can never match: rules[0] "prod" precedes it and matches all of this and more'],
    ],
    [
      'each of many rules behind one of the first hundred',
      { rules: [prod, ...Array.from({ length: 300 }, (_, at) => rule(`r${at}`, { project: [`p${at}`] })), prod] },
      ['rules.301.match: this rule can never match: rules[0] "prod" precedes it and matches the same'],
    ],
    [
      'the same match twice, in other words',
      { rules: [prod, rule('again', { project: ['*-prod'], plan: ['*'] }, 'ignore')] },
      ['rules.1.match: this rule can never match: rules[0] "prod" precedes it and matches the same'],
    ],
    [
      'a managedElsewhere entry that matches no service',
      { rules: [prod], managedElsewhere: [{ by: 'terraform', match: { project: ['a', '!a'] } }] },
      ['managedElsewhere.0.match.project: excludes everything it includes, so this entry can never match'],
    ],
    [
      'a member that excludes what it includes',
      { rules: [rule('none', { project: ['*'], tags: { env: ['prod', '!pr*'] } }), prod] },
      ['rules.0.match.tags.env: excludes everything it includes, so this rule can never match'],
    ],
    [
      'a budget that guarantees room to a later tier alone',
      {
        rules: [
          { ...rule('first', { project: ['*-prod'], serviceType: ['pg'] }), priority: 1 },
          { ...rule('second', { project: ['*-prod'] }), priority: 2, atLeastGb: 5 },
        ],
        budgets: [budget('all', { project: ['*-prod'] })],
      },
      [
        'budgets.0: rule "second" of tier 2 guarantees 5 GB to each service before tier 1 gets any: set atLeastGb in rule "first" too',
      ],
    ],
    [
      'no guarantee that the first tier has too, that only the first tier has, or that is for another budget',
      {
        rules: [
          { ...rule('first', { project: ['a-prod'], serviceType: ['pg'] }), priority: 1, atLeastGb: 1 },
          { ...rule('second', { project: ['a-prod'] }), priority: 2, atLeastGb: 5 },
          { ...rule('guaranteed', { project: ['b-prod'], serviceType: ['pg'] }), priority: 1, atLeastGb: 5 },
          { ...rule('others', { project: ['b-prod'] }), priority: 2 },
          { ...rule('elsewhere', { project: ['c-prod'] }), priority: 1 },
        ],
        budgets: ['a', 'b', 'c'].map((name) => budget(name, { project: [`${name}-prod`] })),
      },
      [],
    ],
    [
      'budgets behind an earlier one, and beside every rule',
      {
        rules: [prod],
        budgets: [
          budget('all', { project: ['*-prod'] }),
          budget('shop', { project: ['shop-prod'] }),
          budget('dev', { project: ['*-dev'] }),
        ],
      },
      [
        'budgets.1.match: no service can fall in this budget: budgets[0] "all" precedes it and matches all of this and more',
        'budgets.2.match: unused budget: no rule with effect enable matches any of its services',
      ],
    ],
    [
      'a rule that no budget bounds',
      { rules: [prod, rule('dev', { project: ['*-dev'] })], budgets: [budget('prod', { project: ['*-prod'] })] },
      ['rules.1.match: no budget limits this rule: none matches any of its services'],
    ],
    [
      'guardrails that let nothing through',
      {
        rules: [prod],
        guardrails: {
          ...aPolicy().guardrails,
          maxChanges: 0,
          maxChangePercent: 0,
          maxAddedGb: 0,
          maxAddedMonthly: '0.00',
          needApproval: ['lower', 'raise', 'enable', 'disable'],
          approvalHours: 0,
        },
      },
      [
        'guardrails.maxChanges: 0 allows no change, so every plan needs approval even in mode enforce',
        'guardrails.maxChangePercent: 0 allows no change, so every plan needs approval even in mode enforce',
        'guardrails.maxAddedGb: 0 allows no added storage, so every plan that enables or raises needs approval',
        'guardrails.maxAddedMonthly: 0 allows no added cost, so every plan that enables or raises needs approval',
        'guardrails.approvalHours: 0 lets proposed plans expire at once, so a plan that needs approval is never applied',
        'guardrails.needApproval: lists every kind of change, so every plan needs approval even in mode enforce',
      ],
    ],
    [
      'slips in override tags',
      {
        rules: [
          rule('in', { tags: { 'disk-autoscaller': ['on'] } }),
          rule('x', { tags: { 'disk-autoscaler': ['yes'] } }),
        ],
      },
      [
        'rules.0.match.tags.disk-autoscaller: is not an override tag; did you mean disk-autoscaler?',
        'rules.1.match.tags.disk-autoscaler: "yes" is not a value of the override tag; did you mean "on"?',
      ],
    ],
  ])('%s', (_, given, expected) => {
    expect(linesOf(given)).toEqual(expected);
  });

  it('no guardrail while the mode writes nothing, or approval is asked for some kinds only', () => {
    const guardrails = { ...aPolicy().guardrails, maxChanges: 0 };
    expect(linesOf({ mode: 'observe', guardrails })).toEqual([]);
    expect(linesOf({ guardrails: { ...aPolicy().guardrails, needApproval: ['lower', 'disable', 'raise'] } })).toEqual(
      [],
    );
  });

  it('no rule that another one only may overlap: a tag may be missing, and two rules together prove nothing', () => {
    const some: Selector[] = [
      { tags: { env: ['*'] } },
      { project: ['a*'] },
      { project: ['!a*'], state: ['RUNNING'] },
      { projectTags: { env: ['prod'] } },
      { project: ['b'] },
    ];
    expect(linesOf({ rules: some.map((match, n) => rule(`${n}`, match)) })).toEqual([]);
  });
});

describe('what is said', () => {
  const patterns = fc.uniqueArray(fc.constantFrom('a', 'b', 'a*', '*b', '?', '!a', '!b*', '*'), {
    minLength: 1,
    maxLength: 2,
  });
  const selector: fc.Arbitrary<Selector> = fc.record(
    { plan: patterns, cloud: patterns, tags: fc.record({ t: patterns }), state: fc.constant(['*']) },
    { requiredKeys: ['state'] },
  );
  const values = ['a', 'b', 'ab', 'ba', 'c', ''];

  it('is certain: a rule that can never match decides for no service', () => {
    fc.assert(
      fc.property(
        fc.array(selector, { maxLength: 4 }),
        fc.constantFrom(...values),
        fc.constantFrom(...values),
        (all, plan, tag) => {
          const policy = aPolicy({ rules: all.map((match, n) => rule(`${n}`, match)) });
          const never = lintPolicy(policy).map(({ path }) => String(path[1]));
          const tagged: Tags[] = [{}, { t: tag }];
          for (const cloud of values) {
            for (const tags of tagged) {
              const service = aService({ plan, cloud, tags });
              expect(never).not.toContain(evaluate(policy, { name: 'p', tags: {} }, service, today).decision.rule);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
