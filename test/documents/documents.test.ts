import { describe, expect, it } from 'vitest';
import { policyDefaults } from '../../lib/core/policy/policy-defaults.ts';
import { parsePolicy } from '../../lib/documents/documents.ts';
import { bareSchema } from '../../lib/documents/policy-schema.ts';
import { errorsOf } from './errors-of.ts';

const head = 'version: 1\nrules:\n  - {name: a, match: {project: "*"}, effect: ignore}\n';
const withRule = (rule: string): string => `${head}  - ${rule}\n`;

describe('a policy document', () => {
  it('needs little and has safe defaults', () => {
    expect(parsePolicy(head, 'p.yaml')).toEqual({
      mode: 'observe',
      tagPrefix: 'disk-autoscaler',
      ownerTag: 'owner',
      rules: [{ name: 'a', match: { project: ['*'] }, effect: 'ignore' }],
      managedElsewhere: [],
      drift: 'repair',
      foreign: 'report',
      budgets: [],
      prices: { currency: 'USD', exchangeRate: '1', factor: '1', default: null, table: [] },
      warnings: { urgentDays: 7 },
      guardrails: policyDefaults.guardrails,
      searchConfiguration: [],
    });
  });

  it('is parsed once while its text stays the same, for each profile', () => {
    const policy = parsePolicy(head, 'p.yaml', 'documented');
    expect(parsePolicy(head, 'q.yaml', 'documented')).toBe(policy);
    const edited = parsePolicy(`${head}mode: enforce\n`, 'p.yaml', 'documented');
    expect(edited.mode).toBe('enforce');
    expect(parsePolicy(head, 'p.yaml', 'current')).not.toBe(policy);
    expect(parsePolicy(head, 'p.yaml', 'documented')).toEqual(policy);
  });

  it('may say whose configuration is kept elsewhere', () => {
    const document = `${head}managedElsewhere:\n  - { by: terraform, match: { project: "*-infra" } }\n`;
    expect(parsePolicy(document, 'p.yaml').managedElsewhere).toEqual([
      { by: 'terraform', match: { project: ['*-infra'] } },
    ]);
    expect(errorsOf(document.replace('by: terraform, ', ''))).toEqual([
      'p.yaml:5:5 managedElsewhere[0].by: is missing',
    ]);
  });

  it('may write one glob or a list of them, and be JSON', () => {
    const document = {
      version: 1,
      mode: 'enforce',
      tagPrefix: 'disk',
      rules: [
        {
          name: 'r',
          match: {
            project: '*-prod',
            serviceType: ['pg', '!mysql'],
            plan: '!hobbyist-*',
            tags: { env: 'prod', x: ['a'] },
          },
          effect: 'enable',
          maxAdditionalGb: 0,
        },
      ],
      prices: { default: '0.15' },
      guardrails: { maxChanges: 0, needApproval: [] },
    };
    expect(parsePolicy(JSON.stringify(document, null, 2), 'p.json')).toEqual({
      mode: 'enforce',
      tagPrefix: 'disk',
      ownerTag: 'owner',
      rules: [
        {
          name: 'r',
          match: {
            project: ['*-prod'],
            serviceType: ['pg', '!mysql'],
            plan: ['!hobbyist-*'],
            tags: { env: ['prod'], x: ['a'] },
          },
          effect: 'enable',
          maxAdditionalGb: 0,
        },
      ],
      managedElsewhere: [],
      drift: 'repair',
      foreign: 'report',
      budgets: [],
      prices: { currency: 'USD', exchangeRate: '1', factor: '1', default: '0.15', table: [] },
      warnings: { urgentDays: 7 },
      guardrails: { ...policyDefaults.guardrails, maxChanges: 0, needApproval: [] },
      searchConfiguration: [],
    });
  });

  it('tells every error at once, each with line, column and path, in the order of the text', () => {
    const text = [
      'version: 2',
      'mod: enforce',
      'rules:',
      '  - name: a',
      '    match: {project: [], tags: {a: true, b: 5, d: [x, 1]}, projects: x}',
      '    effect: enabel',
      '  - name: a',
      '    match: {plan: "!"}',
      '    effect: enable',
      '  - effect: disable',
      '    maxAdditionalGb: 1.5',
      '    match: {tags: {}}',
      'prices: {default: 0.15}',
      'guardrails: {maxChanges: -1, maxChangePercent: 101, needApproval: [low]}',
      'budgets: []',
      'tagPrefix: 1x',
    ].join('\n');
    expect(errorsOf(text)).toEqual([
      'p.yaml:1:10 version: must be 1, not 2',
      'p.yaml:2:1 mod: is not a known key; did you mean mode?',
      'p.yaml:5:22 rules[0].match.project: must list at least one glob',
      'p.yaml:5:36 rules[0].match.tags.a: must be text, not true: put it in quotes, "true"',
      'p.yaml:5:45 rules[0].match.tags.b: must be text, not 5: put it in quotes, "5"',
      'p.yaml:5:55 rules[0].match.tags.d[1]: must be text, not 1: put it in quotes, "1"',
      'p.yaml:5:60 rules[0].match.projects: is not a known key; did you mean project?',
      'p.yaml:6:13 rules[0].effect: must be enable, disable or ignore, not "enabel"; did you mean enable?',
      'p.yaml:7:5 rules[1].maxAdditionalGb: is missing: effect enable requires a maximum in GB',
      'p.yaml:7:11 rules[1].name: "a" is already the name of rules[0]; names of rules must be unique',
      'p.yaml:8:19 rules[1].match.plan: must be a glob of at least one character, or "!" and a glob',
      'p.yaml:10:5 rules[2].name: is missing',
      'p.yaml:11:22 rules[2].maxAdditionalGb: must be a whole number',
      'p.yaml:11:22 rules[2].maxAdditionalGb: requires effect enable, and this effect is disable: delete it',
      'p.yaml:12:19 rules[2].match.tags: must name at least one tag',
      'p.yaml:13:19 prices.default: must be money in quotes such as "0.15", not 0.15',
      'p.yaml:14:26 guardrails.maxChanges: must be 0 or more, not -1',
      'p.yaml:14:48 guardrails.maxChangePercent: must be 100 or less, not 101',
      'p.yaml:14:68 guardrails.needApproval[0]: must be harm, enable, raise, lower, disable or restart, not "low"',
      'p.yaml:15:10 budgets: must list at least one budget',
      'p.yaml:16:12 tagPrefix: must be the beginning of a tag key: a letter, then letters, digits, "_" or "-", at most 53 in all',
    ]);
  });

  it.each([
    ['nothing', '', 'p.yaml:1:1 document: is empty'],
    ['only a comment', '# later\n', 'p.yaml:1:1 document: is empty'],
    ['null', 'null', 'p.yaml:1:1 document: is empty'],
    ['a list', '[]', 'p.yaml:1:1 document: must be a mapping, not a list'],
    ['a word', 'x', 'p.yaml:1:1 document: must be a mapping, not text'],
    ['no rules', 'version: 1\nrules: []', 'p.yaml:2:8 rules: must list at least one rule'],
    ['no version', 'rules:\n  - {name: a, match: {project: "*"}, effect: ignore}', 'p.yaml:1:1 version: is missing'],
    ['a key twice', `${head}version: 1`, 'p.yaml:4:1 document: Map keys must be unique'],
    [
      'two documents',
      `${head}---\n${head}`,
      'p.yaml:4:1 document: contains a second document: use one document per file',
    ],
    ['a tag of YAML', `${head}mode: !secret stop`, 'p.yaml:4:7 document: Unresolved tag: !secret'],
    ['a list as key', `${head}? [a]\n: b`, 'p.yaml:4:3 document: a key must be text, not a list or a mapping'],
    [
      'a hidden key',
      withRule('{name: b, match: {tags: {__proto__: x}}, effect: ignore}'),
      'p.yaml:4:30 document: __proto__ is not allowed as a key',
    ],
    ['no match', withRule('{name: b, effect: ignore}'), 'p.yaml:4:5 rules[1].match: is missing'],
    ['a rule that is a word', withRule('b'), 'p.yaml:4:5 rules[1]: must be a mapping, not "b"'],
    [
      'an empty name',
      withRule('{name: " ", match: {project: "*"}, effect: ignore}'),
      'p.yaml:4:12 rules[1].name: must not be empty',
    ],
    [
      'an empty glob',
      withRule('{name: b, match: {plan: ["a", ""]}, effect: ignore}'),
      'p.yaml:4:35 rules[1].match.plan[1]: must be a glob of at least one character, or "!" and a glob',
    ],
    [
      'a mapping as glob',
      withRule('{name: b, match: {plan: {a: b}}, effect: ignore}'),
      'p.yaml:4:29 rules[1].match.plan: must be text, not a mapping',
    ],
    [
      'too large a maximum',
      withRule('{name: b, match: {project: "*"}, effect: enable, maxAdditionalGb: 1000001}'),
      'p.yaml:4:71 rules[1].maxAdditionalGb: must be 1000000 or less, not 1000001',
    ],
    [
      'an unreadable price',
      `${head}prices: {default: "0,15"}`,
      'p.yaml:4:19 prices.default: must be money such as "400.00" or "0.15": no currency, at most 12 decimals',
    ],
    [
      'a match of nothing',
      withRule('{name: b, match: {}, effect: ignore}'),
      'p.yaml:4:22 rules[1].match: must have at least one condition; project: "*" matches everything',
    ],
    ['a mode of YAML 1.1', `${head}mode: On`, 'p.yaml:4:7 mode: must be observe, enforce or stop, not "On"'],
  ])('is refused when it is or has %s', (_, text, error) => {
    expect(errorsOf(text)).toEqual([error]);
  });

  it('reads a bare on as text, also behind a directive of an older YAML', () => {
    const rule = '{name: b, match: {tags: {x: on}}, effect: ignore}';
    for (const start of ['', '%YAML 1.1\n---\n']) {
      expect(parsePolicy(start + withRule(rule), 'p.yaml').rules[1]?.match.tags).toEqual({ x: ['on'] });
    }
  });
});

it.each(['enforce', 'stop'])('the schema alone takes a document that has been read, mode %s', (mode) => {
  expect(
    bareSchema.safeParse({ version: 1, mode, rules: [{ name: 'a', match: { project: '*' }, effect: 'ignore' }] })
      .success,
  ).toBe(true);
});
