import { describe, expect, it } from 'vitest';
import { checkPolicy } from '../../lib/documents/policy-check.ts';

it('a text in the place of something else is shown by its beginning', () => {
  const { errors } = checkPolicy(`version: 1\nrules: ${'a'.repeat(5000)}`, 'p.yaml');
  expect(errors).toEqual([`p.yaml:2:8 rules: must be a list, not "${'a'.repeat(80)}" …`]);
});

describe('a policy document with ten mistakes of different kinds', () => {
  const text = [
    'version: 1',
    'mode: enforced',
    'mode: stop',
    'rules:',
    '  - name: production',
    '    match: { project: "*-prod", tag: { env: prod } }',
    '    effect: enable',
    '  - name: opted out',
    '    match: { projectTags: {}, tags: { disk-autoscaler: off, tier: 1 } }',
    '    effect: disable',
    '  - name: production',
    '    match: { serviceType: [], plan: "!" }',
    '    effect: !later ignore',
    'prices:',
    '  default: "0,15"',
    'guardrails: { maxChanges: -1 }',
    '---',
    'version: 1',
  ].join('\n');

  it('reports all of them at once, each with its line, column and path, in the order of the text', () => {
    expect(checkPolicy(text, 'p.yaml')).toEqual({
      errorCount: 13,
      policy: null,
      warnings: [],
      notes: [],
      errors: [
        'p.yaml:2:7 mode: must be observe, enforce or stop, not "enforced"; did you mean enforce?',
        'p.yaml:3:1 document: Map keys must be unique',
        'p.yaml:5:5 rules[0].maxAdditionalGb: is missing: effect enable requires a maximum in GB',
        'p.yaml:6:33 rules[0].match.tag: is not a known key; did you mean tags?',
        'p.yaml:9:27 rules[1].match.projectTags: must name at least one tag',
        'p.yaml:9:67 rules[1].match.tags.tier: must be text, not 1: put it in quotes, "1"',
        'p.yaml:11:11 rules[2].name: "production" is already the name of rules[0]; names of rules must be unique',
        'p.yaml:12:27 rules[2].match.serviceType: must list at least one glob',
        'p.yaml:12:37 rules[2].match.plan: must be a glob of at least one character, or "!" and a glob',
        'p.yaml:13:13 document: Unresolved tag: !later',
        expect.stringMatching(/^p\.yaml:15:12 prices\.default: must be money such as "400\.00"/),
        'p.yaml:16:27 guardrails.maxChanges: must be 0 or more, not -1',
        'p.yaml:17:1 document: contains a second document: use one document per file',
      ],
    });
  });
});

const ruleText = (members: string): string =>
  `version: 1\nrules:\n  - { name: a, match: { project: "*" }, ${members} }\n`;

const enabling = ruleText('effect: enable, maxAdditionalGb: 5');

describe('one mistake in a policy document', () => {
  it.each<[string, string, string]>([
    [
      'a maximum with its unit',
      ruleText('effect: enable, maxAdditionalGb: "500 GB"'),
      'rules[0].maxAdditionalGb: must be a whole number of GB such as 500, or forecast, not "500 GB": write 500',
    ],
    [
      'a maximum in quotes',
      ruleText('effect: enable, maxAdditionalGb: "500"'),
      'rules[0].maxAdditionalGb: must be a whole number of GB such as 500, or forecast, not "500": write 500',
    ],
    [
      'a misspelt forecast',
      ruleText('effect: enable, maxAdditionalGb: forcast, forecast: { ceilingGb: 5 }'),
      'rules[0].maxAdditionalGb: must be a whole number of GB such as 500, or forecast, not "forcast"; did you mean forecast?',
    ],
    [
      'a maximum that is not whole',
      ruleText('effect: enable, maxAdditionalGb: -5'),
      'rules[0].maxAdditionalGb: must be 0 or more, not -5',
    ],
    [
      'money without quotes',
      `${enabling}budgets: [{ name: b, match: { project: "*" }, monthly: 400 }]\n`,
      'budgets[0].monthly: must be money in quotes such as "400.00", not 400',
    ],
    [
      'money with its currency',
      `${enabling}budgets: [{ name: b, match: { project: "*" }, monthly: "$400" }]\n`,
      'budgets[0].monthly: must be money such as "400.00" or "0.15": no currency, at most 12 decimals',
    ],
    [
      'a misspelt member that must be there',
      ruleText('effect: enable, maxAdditionalGB: 5'),
      'rules[0].maxAdditionalGB: is not a known key; did you mean maxAdditionalGb?',
    ],
    [
      'the beginning of a member that must be there',
      ruleText('effect: enable, max: 5'),
      'rules[0].max: is not a known key; did you mean maxAdditionalGb?',
    ],
    [
      'a misspelt condition, the only one',
      'version: 1\nrules: [{ name: a, match: { projct: "*" }, effect: ignore }]\n',
      'rules[0].match.projct: is not a known key; did you mean project?',
    ],
    [
      'a forecast without the word for it',
      ruleText('effect: enable, forecast: { ceilingGb: 5 }'),
      'rules[0].maxAdditionalGb: is missing: this rule has a forecast, so write maxAdditionalGb: forecast',
    ],
    [
      'a forecast of a rule that enables nothing',
      ruleText('effect: disable, maxAdditionalGb: forecast'),
      'rules[0].maxAdditionalGb: requires effect enable, and this effect is disable: delete it',
    ],
    [
      'a currency that is none',
      `${enabling}prices: { currency: euro }\n`,
      'prices.currency: must be three capital letters, like "EUR"',
    ],
    [
      'a percentage',
      `${enabling}guardrails: { maxChangePercent: 20% }\n`,
      'guardrails.maxChangePercent: must be a number, not "20%": write 20',
    ],
    [
      'a misspelt window',
      `${enabling}freeze: { windows: [{ name: w, day: [sat] }] }\n`,
      'freeze.windows[0].day: is not a known key; did you mean days?',
    ],
    [
      'a glob longer than any name',
      `version: 1\nrules: [{ name: a, match: { project: "${'a*'.repeat(501)}" }, effect: ignore }]\n`,
      'rules[0].match.project: must have at most 1000 characters, not 1002',
    ],
  ])('%s is one error, which says what to write', (_what, text, message) => {
    const { errors } = checkPolicy(text, 'p.yaml');
    expect(errors).toEqual([expect.stringContaining(message)]);
    expect(errors[0]?.endsWith(message)).toBe(true);
  });

  it('beside another one does not hide it', () => {
    const { errors } = checkPolicy(ruleText('effect: enable, comment: hello'), 'p.yaml');
    expect(errors).toEqual([
      'p.yaml:3:5 rules[0].maxAdditionalGb: is missing: effect enable requires a maximum in GB',
      expect.stringContaining(
        'rules[0].comment: is not a known key; allowed keys: name, match, effect, maxAdditionalGb',
      ),
    ]);
  });
});

describe('a name in a policy document', () => {
  const named = 'name: "launch\\u202e"';
  it.each([
    ['rules[0].name', `version: 1\nrules: [{ ${named}, match: { project: "*" }, effect: ignore }]\n`],
    ['budgets[0].name', `${enabling}budgets: [{ ${named}, match: { project: "*" }, monthly: "400.00" }]\n`],
    ['freeze.windows[0].name', `${enabling}freeze: { windows: [{ ${named}, days: [sat] }] }\n`],
    [
      'searchConfiguration[0].name',
      `${enabling}searchConfiguration: [{ ${named}, match: { project: "*" }, config: { service_log: true } }]\n`,
    ],
    [
      'managedElsewhere[0].by',
      `${enabling}managedElsewhere: [{ ${named.replace('name', 'by')}, match: { project: a } }]\n`,
    ],
  ])('%s must have no invisible characters', (path, text) => {
    expect(checkPolicy(text, 'p.yaml').errors).toEqual([
      expect.stringMatching(
        new RegExp(
          `:\\d+:\\d+ ${path.replaceAll(/[[\].]/g, '\\$&')}: must not contain control or invisible characters, but has U\\+202E`,
        ),
      ),
    ]);
  });

  it.each(['\\e[31mred', 'a\\rb', 'zero\\u200bwidth', 'two\\nlines', '\\ufeffmark'])('cannot be "%s"', (name) => {
    const text = `version: 1\nrules: [{ name: "${name}", match: { project: "*" }, effect: ignore }]\n`;
    expect(checkPolicy(text, 'p.yaml').errors).toEqual([
      expect.stringContaining('rules[0].name: must not contain control'),
    ]);
  });

  it('may be of any script', () => {
    const text = 'version: 1\nrules: [{ name: "Zürich – 東京 ✓ עברית", match: { project: "*" }, effect: ignore }]\n';
    expect(checkPolicy(text, 'p.yaml').errors).toEqual([]);
  });
});
