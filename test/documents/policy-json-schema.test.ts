import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { policyDefaults } from '../../lib/core/policy/policy-defaults.ts';
import { parsePolicy } from '../../lib/documents/documents.ts';
import { policyJsonSchema } from '../../lib/documents/policy-json-schema.ts';

const schema = policyJsonSchema();
const accepts = new Ajv({ strict: true }).compile(schema);
const folder = join(import.meta.dirname, '..', '..', 'docs', 'policies');
const rule = { name: 'a', match: { project: '*' }, effect: 'ignore' };
const document = (given: object = {}) => ({ version: 1, rules: [rule], ...given });

type Node = Readonly<Record<string, unknown>>;

/** Paths of all members that have no description, down to where the options of search services begin. */
const undescribed = (node: Node, path: string): string[] => {
  if (path.endsWith('.config')) return [];
  const below = Object.entries((node.properties ?? {}) as Record<string, Node>).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return [...(member.description === undefined ? [place] : []), ...undescribed(member, place)];
  });
  return node.items === undefined ? below : [...below, ...undescribed(node.items as Node, `${path}[]`)];
};

describe('the JSON Schema of the policy document', () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith('.yaml')))('takes docs/policies/%s', (name) => {
    expect([accepts(parse(readFileSync(join(folder, name), 'utf8'))), accepts.errors]).toEqual([true, null]);
  });

  it.each<[string, object]>([
    ['an unknown key', document({ rule: [] })],
    ['another version', document({ version: 2 })],
    ['no rules', document({ rules: [] })],
    ['an empty match', document({ rules: [{ ...rule, match: {} }] })],
    ['an empty tag selector', document({ rules: [{ ...rule, match: { projectTags: {} } }] })],
    ['an enabling rule without a maximum', document({ rules: [{ ...rule, effect: 'enable' }] })],
    ['a maximum where nothing is enabled', document({ rules: [{ ...rule, maxAdditionalGb: 5 }] })],
    ['a guarantee where nothing is enabled', document({ rules: [{ ...rule, atLeastGb: 5 }] })],
    ['a number for a tag', document({ rules: [{ ...rule, match: { tags: { a: 1 } } }] })],
    ['half a GB', document({ rules: [{ ...rule, effect: 'enable', maxAdditionalGb: 0.5 }] })],
    [
      'an unknown search option',
      document({ searchConfiguration: [{ name: 'a', match: { project: '*' }, config: { engin: {} } }] }),
    ],
  ])('refuses %s', (_, given) => {
    expect(accepts(given)).toBe(false);
  });

  it('passes the strict mode of the validator, as the public store of schemas asks for', () => {
    const one = policyJsonSchema('current');
    expect(() => new Ajv({ strict: true }).compile(one)).not.toThrow();
    expect(one).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      title: expect.stringContaining('Headroom policy'),
    });
    expect(one).toMatchObject({ description: expect.stringMatching(/\.$/), additionalProperties: false });
  });

  it('has the address under which a public store of schemas keeps it, which the documented entry of its catalog names', () => {
    const page = readFileSync(join(folder, '..', 'integrations.md'), 'utf8');
    const [, entry = ''] = /```json\n(\{\n\s+"name": "Headroom policy"[\s\S]*?)```/.exec(page) ?? [];
    expect(JSON.parse(entry)).toEqual({
      name: schema.title,
      description: schema.description,
      fileMatch: ['headroom.policy.yaml', '**/headroom/policy.yaml'],
      url: schema.$id,
    });
  });

  it('describes every member, so that editors say what it means', () => {
    expect(undescribed(schema as Node, '')).toEqual([]);
  });

  it('has the defaults that hold where a document says nothing', () => {
    const windows = [{ name: 'w', days: ['sat'] }];
    const bare = document({
      rules: [{ ...rule, effect: 'enable', maxAdditionalGb: 'forecast', forecast: { ceilingGb: 9 } }],
      budgets: [{ name: 'b', match: { project: '*' }, monthly: '1.00' }],
      freeze: { windows },
    });
    const filled = structuredClone(bare);
    expect(new Ajv({ strict: false, useDefaults: true }).compile(schema)(filled)).toBe(true);
    expect(filled).toHaveProperty('guardrails', {
      ...policyDefaults.guardrails,
      maxAddedMonthly: policyDefaults.maxAddedMonthly,
    });
    const { rules, guardrails, ...rest } = parsePolicy(JSON.stringify(bare), 'p.json');
    expect(parsePolicy(JSON.stringify(filled), 'p.json')).toEqual({
      ...rest,
      // Where these are absent the decisions apply the default themselves.
      rules: rules.map((each) => ({ ...each, ...policyDefaults.share })),
      guardrails: { ...guardrails, maxAddedMonthly: policyDefaults.maxAddedMonthly },
    });
  });
});
