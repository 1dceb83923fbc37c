import { describe, expect, it } from 'vitest';
import { PolicyInvalid } from '../../../lib/contract/errors.ts';
import { parsePolicy } from '../../../lib/documents/documents.ts';
import { joinSources } from '../../../lib/documents/include/sources.ts';
import { enable, given, joined, main, team } from './layered-policy.ts';

const errorsOf = (text: string): string[] => {
  try {
    parsePolicy(text, 'org/policy.yaml');
    return [];
  } catch (error) {
    if (!(error instanceof PolicyInvalid)) throw error;
    return error.message.split('\n');
  }
};

describe('an included file', () => {
  it('decides before the rules of the organization, in its projects only, and its rules name it', () => {
    const { rules } = parsePolicy(joined(given, team(enable)), 'policy.yaml');
    expect(rules.map(({ name, file, match }) => [name, file, match.within])).toEqual([
      ['t', 'teams/data.yaml', ['data-*']],
      ['rest', undefined, undefined],
    ]);
  });

  it('decides after rules with beforeIncludes', () => {
    const first = 'rules:\n  - { name: first, match: { service: x }, effect: ignore, beforeIncludes: true }';
    const { rules } = parsePolicy(joined(given, team(enable)).replace('rules:', first), 'policy.yaml');
    expect(rules.map(({ name }) => name)).toEqual(['first', 't', 'rest']);
  });

  it.each([
    [
      'effect: enable, maxAdditionalGb: 301',
      '3:74 rules[0].maxAdditionalGb: must not be more than 300, the value of include[0].maxAdditionalGb in org/policy.yaml',
    ],
    [
      'effect: enable, maxAdditionalGb: forecast, forecast: { ceilingGb: 301 }',
      '3:107 rules[0].forecast.ceilingGb: must not be more than 300, the value of include[0].maxAdditionalGb in org/policy.yaml',
    ],
    [
      `${enable}, maxByTagGb: 301`,
      '3:91 rules[0].maxByTagGb: must not be more than 300, the value of include[0].maxAdditionalGb in org/policy.yaml',
    ],
    [
      'effect: disable',
      '3:49 rules[0].effect: disable is not allowed: include[0].effects in org/policy.yaml lists enable',
    ],
    [
      `${enable}, weight: 2`,
      '3:87 rules[0].weight: must not be more than 1, the value of include[0].weight in org/policy.yaml',
    ],
    [
      `${enable}, atLeastGb: 1`,
      '3:90 rules[0].atLeastGb: must not be more than 0, the value of include[0].atLeastGb in org/policy.yaml',
    ],
    [`${enable}, beforeIncludes: true`, '3:79 rules[0].beforeIncludes: is not a known key'],
  ])('must not choose %s, and the error names the file and the bound', (rule, error) => {
    expect(errorsOf(joined(given, team(rule)))).toEqual([expect.stringContaining(`org/teams/data.yaml:${error}`)]);
  });

  it.each([
    ['mode: enforce', 'mode: is not a known key'],
    ['budgets: []', 'budgets: is not a known key'],
    ['guardrails: { maxChanges: 1000 }', 'guardrails: is not a known key'],
    [
      'accept:\n  - { code: drift, match: { project: "*" }, until: 2030-12-31, reason: r }',
      'accept[0].code: drift is not allowed: include[0].accept in org/policy.yaml lists none',
    ],
  ])('has only the keys that a team may choose: not %s', (more, error) => {
    expect(errorsOf(joined(given, team(enable, more)))).toEqual([expect.stringContaining(`org/teams/data.yaml:`)]);
    expect(errorsOf(joined(given, team(enable, more)))[0]).toContain(error);
  });

  it('has the tier of its include, and no better one', () => {
    const bounds = `${given}, priority: 2`;
    expect(parsePolicy(joined(bounds, team(enable)), 'p.yaml').rules[0]?.priority).toBe(2);
    expect(errorsOf(joined(bounds, team(`${enable}, priority: 1`)))).toEqual([
      'org/teams/data.yaml:3:89 rules[0].priority: must be 2 or more, the value of include[0].priority in org/policy.yaml',
    ]);
  });

  it('does not use the name of a rule elsewhere', () => {
    expect(errorsOf(joined(given, team(enable).replace('name: t', 'name: rest')))).toEqual([
      'org/teams/data.yaml:3:13 rules[0].name: "rest" is already the name of a rule in org/policy.yaml; names of rules must be unique',
    ]);
  });

  it('reports its problems together with those of the other files', () => {
    const files = new Map([
      ['teams/data.yaml', 'version: 1\nrules: []\n'],
      ['teams/shop.yaml', 'rules: {'],
    ]);
    const text = joinSources(
      { main: `${main(given)}  - { file: teams/shop.yaml, ${given} }\n`, files },
      (path) => path,
    );
    expect(errorsOf(text)).toEqual([
      'org/teams/data.yaml:2:8 rules: must list at least one rule',
      expect.stringContaining('org/teams/shop.yaml:'),
    ]);
  });

  it('is refused together with so many others that a check would take long', () => {
    const files = new Map(
      ['a', 'b', 'c', 'd', 'e'].map((name) => [`teams/${name}.yaml`, `# ${'x'.repeat(900_000)}\n`]),
    );
    expect(errorsOf(joinSources({ main: main(given), files }, (path) => path))).toEqual([
      expect.stringContaining('has more than 4 MiB with the files that it includes'),
    ]);
  });

  it('may be stricter for tags than its include', () => {
    const text = joined(given, team('effect: enable, maxAdditionalGb: 50, maxByTagGb: 60'));
    expect(parsePolicy(text, 'p.yaml').rules[0]?.maxByTagGb).toBe(60);
    expect(parsePolicy(joined(given, team('effect: enable, maxAdditionalGb: 50')), 'p.yaml').rules[0]?.maxByTagGb).toBe(
      300,
    );
  });
});

describe('the include of a policy', () => {
  it.each([
    [
      `${given}, budget: dta`,
      'budgets:\n  - { name: data, match: { project: "*" }, monthly: "1.00" }',
      'include[0].budget: is not the name of a budget in this document: did you mean data?',
    ],
    [
      given,
      'limits: { maxAdditionalGb: 299 }',
      'include[0].maxAdditionalGb: must not be more than 299, the value of limits.maxAdditionalGb',
    ],
    [given, 'limits: { maxAdditionalGb: 300 }\n  # x', ''],
    ['projects: [], maxAdditionalGb: 1', '', 'include[0].projects: must list at least one glob'],
    ['maxAdditionalGb: 1', '', 'include[0].projects: is missing'],
    ['projects: "*"', '', 'include[0].maxAdditionalGb: is missing'],
  ])('{ %s } %s: %s', (include, more, error) => {
    const errors = errorsOf(joined(include, team('effect: enable, maxAdditionalGb: 1'), more));
    expect(errors.join('\n')).toContain(error);
    expect(errors.length > 0).toBe(error !== '');
  });

  it.each(['../data.yaml', '/etc/data.yaml', 'teams/../../data.yaml', 'teams/data', '.hidden.yaml', 'a b.yaml'])(
    'names no file elsewhere: %s',
    (file) => {
      expect(errorsOf(main(given).replace('teams/data.yaml', file))[0]).toContain('include[0].file: must be the path');
    },
  );

  it('lists a file once, and exactly those that follow the document', () => {
    expect(
      errorsOf(
        `${joined(given, team(enable)).replace('include:\n', `include:\n  - { file: teams/data.yaml, ${given} }\n`)}`,
      ),
    ).toContain('org/policy.yaml:6:13 include[1].file: teams/data.yaml is the file of include[0] already');
    expect(errorsOf(main(given))[0]).toMatch(
      /^org\/policy\.yaml:5:13 include\[0\]\.file: teams\/data\.yaml was not found/,
    );
    const other = joined(given, team(enable)).replaceAll('teams/data.yaml, ', 'teams/else.yaml, ');
    expect(errorsOf(other)).toContainEqual(expect.stringContaining('include: does not list teams/data.yaml'));
  });

  it('has limits that its own rules keep too', () => {
    expect(
      errorsOf(
        joined(
          'projects: "*", maxAdditionalGb: 1',
          team('effect: enable, maxAdditionalGb: 1'),
          'limits: { maxAdditionalGb: 99 }',
        ),
      ),
    ).toEqual([
      'org/policy.yaml:3:77 rules[0].maxAdditionalGb: must not be more than 99, the value of limits.maxAdditionalGb',
    ]);
  });

  it('has rules with beforeIncludes before all others, as they are tried', () => {
    const late = '  - { name: late, match: { project: a }, effect: ignore, beforeIncludes: true }\ninclude:';
    expect(errorsOf(joined(given, team(enable)).replace('include:', late))[0]).toContain(
      'org/policy.yaml:4:74 rules[1].beforeIncludes: is tried before rules[0]',
    );
  });
});
