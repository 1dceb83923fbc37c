import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Tags } from '../../../lib/core/model/model.ts';
import type { Rule } from '../../../lib/core/model/policy-document.ts';
import { effectiveTags } from '../../../lib/core/policy/effective-tags.ts';
import { lastingTags, overrideReader } from '../../../lib/core/policy/override-tags.ts';
import { evaluate } from '../../../lib/core/policy/policy.ts';
import { overrideKeys } from '../../../lib/core/policy/tag-spelling.ts';
import { aPolicy, aService, enableAll, today } from '../organization.ts';

const prefix = 'disk-autoscaler';
const named = overrideKeys(prefix);
const keys = Object.values(named);
/** A value of each tag that can be read. */
const readable: Readonly<Record<keyof typeof named, string>> = {
  switch: 'on',
  max: '10',
  until: '2030-07-01',
  exempt: '2030-06-14',
  managedBy: 'terraform',
};
const isLasting = (key: string): boolean => lastingTags(prefix)([[key, '']]).length > 0;
const teams = readFileSync('docs/for-teams.md', 'utf8');

const ruledBy = (rules: readonly Rule[], tags: Tags, projectTags: Tags = {}) =>
  evaluate(aPolicy({ rules }), { name: 'shop-prod', tags: projectTags }, aService({ tags }), today);

describe('each override tag', () => {
  it.each(keys)('%s is in the table for teams, and a service with it is not read as one without tags', (key) => {
    const read = (tags: Tags) => ({ ...overrideReader(prefix)(effectiveTags({}, tags), today), tags: null });
    expect(read({ [key]: '?' })).not.toEqual(read({ unrelated: '?' }));
    expect(teams).toContain(`| \`${key}\` |`);
  });

  it.each(Object.entries(readable))(
    'of %s, a service without a rule has a finding if the tag asks for more',
    (name, value) => {
      const key = named[name as keyof typeof named];
      const codes = ruledBy([], { [key]: value }).findings.map(({ code }) => code);
      expect(codes).toEqual(isLasting(key) ? [] : ['tag-without-rule']);
    },
  );

  it.each(keys)('%s matches no rule after the last day of overrides if that day ends it', (key) => {
    const tags = { [key]: '2030-06-14', [`${prefix}-until`]: '2030-06-14' };
    const byService = [{ ...enableAll(10), match: { tags: { [key]: ['*'] } } }];
    const byProject = [{ ...enableAll(10), match: { projectTags: { [key]: ['*'] } } }];
    const rules = [ruledBy(byService, tags), ruledBy(byProject, {}, tags)].map(({ decision }) => decision.rule);
    expect(rules).toEqual(isLasting(key) ? ['everyone', 'everyone'] : ['', '']);
  });
});
