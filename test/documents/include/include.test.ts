import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PolicyInvalid } from '../../../lib/contract/errors.ts';
import { compilePolicy } from '../../../lib/core/policy/policy.ts';
import { parsePolicy } from '../../../lib/documents/documents.ts';
import { joinSources } from '../../../lib/documents/include/sources.ts';
import { checkPolicy } from '../../../lib/documents/policy-check.ts';

const main = (include: string, more = '') => `version: 1
rules:
  - { name: rest, match: { project: "*" }, effect: enable, maxAdditionalGb: 100 }
include:
  - { file: teams/data.yaml, ${include} }
${more}`;

const team = (rule: string, more = '') =>
  `version: 1\nrules:\n  - { name: t, match: { service: "*" }, ${rule} }\n${more}`;

const joined = (include: string, file: string, more = ''): string =>
  joinSources({ main: main(include, more), files: new Map([['teams/data.yaml', file]]) }, (path) => path);

const errorsOf = (text: string): string[] => {
  try {
    parsePolicy(text, 'org/policy.yaml');
    return [];
  } catch (error) {
    if (!(error instanceof PolicyInvalid)) throw error;
    return error.message.split('\n');
  }
};

const given = 'projects: "data-*", maxAdditionalGb: 300';
const enable = 'effect: enable, maxAdditionalGb: 300';

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

describe('a check of a policy', () => {
  it('warns of a rule outside the projects of its file, at its place in that file', () => {
    const file = `${team(enable)}  - { name: u, match: { project: "shop-*" }, effect: enable, maxAdditionalGb: 5 }\n`;
    expect(checkPolicy(joined(given, file), 'org/policy.yaml').warnings).toEqual([
      'org/teams/data.yaml:4:34 rules[1].match.project: matches none of the projects that the policy gives to this file (data-*), so this rule can never match',
    ]);
  });

  it('warns of a rule that an earlier one in the same or another file hides', () => {
    const file = `${team(enable)}  - { name: u, match: { service: "a*" }, effect: enable, maxAdditionalGb: 5 }\n`;
    const first = 'rules:\n  - { name: all, match: { project: "*" }, effect: ignore, beforeIncludes: true }';
    const { warnings } = checkPolicy(joined(given, file).replace('rules:', first), 'policy.yaml');
    expect(warnings).toEqual([
      'policy.yaml:4:26 rules[1].match: this rule can never match: rules[0] "all" precedes it and matches the same',
      expect.stringMatching(/^teams\/data\.yaml:3:23 rules\[0\]\.match: .* rules\[0\] "all" of the policy precedes it/),
      expect.stringMatching(/^teams\/data\.yaml:4:23 rules\[1\]\.match: .* rules\[0\] "all" of the policy precedes it/),
    ]);
  });

  it('finds nothing in the example of this repository', () => {
    const read = (name: string) => readFileSync(new URL(`../../../docs/policies/${name}`, import.meta.url), 'utf8');
    const files = new Map(['teams/data.yaml', 'teams/shop.yaml'].map((path) => [path, read(path)]));
    const text = joinSources({ main: read('teams.yaml'), files }, (path) => path);
    expect(checkPolicy(text, 'teams.yaml')).toMatchObject({ errors: [], warnings: [], notes: [] });
  });
});

describe('a tag', () => {
  const service = (maxGb: string) => ({
    name: 's',
    type: 'pg',
    plan: 'startup-4',
    cloud: 'aws',
    state: 'RUNNING',
    diskMb: null,
    tags: { 'disk-autoscaler-max-gb': maxGb },
    integrations: [],
  });
  const decide = (text: string, project: string, maxGb: string) =>
    compilePolicy(parsePolicy(text, 'policy.yaml')).decide({ name: project, tags: {} }, service(maxGb), '2030-01-01');

  it.each([
    ['of the rule', main('projects: none, maxAdditionalGb: 1').replace('100 }', '100, maxByTagGb: 150 }'), 'a', 150],
    [
      'of the organization',
      joined(
        'projects: none, maxAdditionalGb: 1',
        team('effect: enable, maxAdditionalGb: 1'),
        'limits: { maxAdditionalGb: 120 }',
      ),
      'a',
      120,
    ],
    ['of the include, for its rules', joined(given, team('effect: enable, maxAdditionalGb: 200')), 'data-1', 300],
    [
      'of the include, for the rules of the organization in its projects',
      joined(given, team(enable).replace('"*"', 'x')),
      'data-1',
      300,
    ],
  ])('sets at most the bound %s, and a finding says so', (_, text, project, most) => {
    const whole = text.includes('--- # include') ? text : text.replace(/include:[\s\S]*/, '');
    const { decision, findings } = decide(whole, project, '5000');
    expect(decision.maxAdditionalGb).toBe(most);
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'tag-above-limit',
        message: expect.stringMatching(
          new RegExp(
            `^Tag disk-autoscaler-max-gb requests 5000 GB; the policy allows at most ${most} GB by tag for rule`,
          ),
        ),
      }),
    ]);
    expect(decide(whole, project, String(most))).toMatchObject({ decision: { maxAdditionalGb: most }, findings: [] });
    expect(decide(whole, project, '0')).toMatchObject({ decision: { maxAdditionalGb: 0 }, findings: [] });
  });

  it('sets what it says where the organization gives no bound', () => {
    const text = main(given).replace(/include:[\s\S]*/, '');
    expect(decide(text, 'a', '5000')).toMatchObject({ decision: { maxAdditionalGb: 5000 }, findings: [] });
    expect(decide(joined(given, team(enable)), 'web', '5000').decision.maxAdditionalGb).toBe(5000);
  });

  it('moves no service to another budget where the include names one', () => {
    const budgets =
      'budgets:\n  - { name: tagged, match: { tags: { b: x } }, monthly: "9.00" }\n  - { name: data, match: { project: none }, monthly: "1.00" }';
    const policy = compilePolicy(parsePolicy(joined(`${given}, budget: data`, team(enable), budgets), 'policy.yaml'));
    const tagged = { ...service('1'), tags: { b: 'x' } };
    expect(policy.decide({ name: 'data-1', tags: {} }, tagged, '2030-01-01').budget).toBe('data');
    expect(policy.decide({ name: 'web', tags: {} }, tagged, '2030-01-01').budget).toBe('tagged');
  });
});
