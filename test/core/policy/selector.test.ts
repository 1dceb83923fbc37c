import { expect, it } from 'vitest';
import type { Selector } from '../../../lib/core/model/policy-document.ts';
import { effectiveTags } from '../../../lib/core/policy/effective-tags.ts';
import { compileFirstMatch } from '../../../lib/core/policy/first-match.ts';
import { compileSelector, conditionsIn, type Subject } from '../../../lib/core/policy/selector.ts';
import { contradictionIn, selectorCovers, selectorsMeet } from '../../../lib/core/policy/selector-logic.ts';
import { parsePolicy } from '../../../lib/documents/documents.ts';
import { policyJsonSchema } from '../../../lib/documents/policy-json-schema.ts';

const subject: Subject = {
  project: 'other',
  service: 'other',
  serviceType: 'other',
  plan: 'other',
  cloud: 'other',
  state: 'other',
  tags: effectiveTags({}, {}),
  projectTags: {},
};

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
}

/** Members of `match` in the published schema of policy documents. */
const schemaMembers = (): [string, JsonSchema][] => {
  const schema = policyJsonSchema('documented') as JsonSchema;
  const match = schema.properties?.rules?.items?.properties?.match;
  const place = match?.$ref?.split('/').at(-1) ?? '';
  return Object.entries((match?.properties ?? schema.$defs?.[place]?.properties) as Record<string, JsonSchema>);
};

/** A policy whose only rule has one member in its match. */
const ruleWith = (name: string, value: unknown) => {
  const rules = [{ name: 'r', match: { [name]: value }, effect: 'ignore' }];
  return parsePolicy(JSON.stringify({ version: 1, rules }), 'p.yaml').rules[0]?.match ?? {};
};

it('every member that a document can have is a condition of the compiled selector, which it narrows', () => {
  const members = schemaMembers();
  expect(members.length).toBeGreaterThan(7);
  for (const [name, { type }] of members) {
    const match = ruleWith(name, type === 'object' ? { key: 'wanted' } : 'wanted');
    expect(conditionsIn(match)).toMatchObject([{ path: type === 'object' ? [name, 'key'] : [name] }]);
    expect(compileSelector(match).matches(subject)).toBe(false);
    expect(compileFirstMatch([match])(subject)).toBe(-1);
    expect(selectorCovers(match, { service: ['*'] })).toBe(false);
  }
});

it.each<[string, Selector]>([
  ['without a member', {}],
  ['whose members are absent', { project: undefined }],
  ['whose tags are empty', { tags: {} }],
])('a selector %s would match every service, so nothing compiles it', (_, empty) => {
  const wide = { service: ['*'] };
  for (const use of [
    () => compileSelector(empty),
    () => compileFirstMatch([wide, empty]),
    () => selectorCovers(empty, wide),
    () => selectorsMeet(wide, empty),
    () => contradictionIn(empty),
  ]) {
    expect(use).toThrow('a selector without conditions would match every service');
  }
});

it('a member that is not in the table is an error and never ignored', () => {
  const match = { project: ['*'], owner: ['data'] };
  expect(() => compileSelector(match)).toThrow('a selector has no member owner');
});
