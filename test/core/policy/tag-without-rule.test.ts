import { describe, expect, it } from 'vitest';
import type { Service } from '../../../lib/core/model/model.ts';
import type { Rule } from '../../../lib/core/model/policy-document.ts';
import { compilePolicy } from '../../../lib/core/policy/policy.ts';
import { aPolicy, aService, enableAll, today } from '../organization.ts';

const elsewhere: Rule = { ...enableAll(100), name: 'production', match: { project: ['*-prod'] } };
const optIn: Rule = { ...enableAll(100), name: 'teams', match: { tags: { 'disk-autoscaler': ['on'] } } };

const saidOf = (rules: readonly Rule[], given: Partial<Service>) =>
  compilePolicy(aPolicy({ rules }))
    .decide({ name: 'shop-dev', tags: {} }, aService(given), today)
    .findings.map(({ code, message }) => [code, message]);

describe('a tag of a team that no rule hears', () => {
  it.each([
    [{ 'disk-autoscaler': 'on' }, 'Tag disk-autoscaler has'],
    [{ 'disk-autoscaler-max-gb': '200' }, 'Tag disk-autoscaler-max-gb has'],
    [
      { 'disk-autoscaler': 'on', 'disk-autoscaler-max-gb': '200' },
      'Tags disk-autoscaler and disk-autoscaler-max-gb have',
    ],
  ])('is said to the owner for %j', (tags, subject) => {
    expect(saidOf([elsewhere], { tags })).toEqual([
      [
        'tag-without-rule',
        `${subject} no effect: no rule matches the service. Ask the platform team for a rule that enables the autoscaler.`,
      ],
    ]);
  });

  it('names the rule that decides otherwise', () => {
    const rules: Rule[] = [{ name: 'development', match: { project: ['*-dev'] }, effect: 'disable' }];
    expect(saidOf(rules, { tags: { 'disk-autoscaler': 'on' } })).toEqual([
      ['tag-without-rule', expect.stringContaining('has no effect: rule "development" decides.')],
    ]);
  });

  it('names the rule that waits for the switch where only the maximum is set', () => {
    expect(saidOf([elsewhere, optIn], { tags: { 'disk-autoscaler-max-gb': '200' } })).toEqual([
      ['tag-without-rule', expect.stringContaining('Rule "teams" looks at the tag disk-autoscaler: set it to "on".')],
    ]);
  });

  it.each<[string, Partial<Service>]>([
    ['has none', { tags: {} }],
    ['says off', { tags: { 'disk-autoscaler': 'off' } }],
    ['is exempt', { tags: { 'disk-autoscaler': 'on', 'disk-autoscaler-exempt': '2030-12-31' } }],
    ['has tags that have ended', { tags: { 'disk-autoscaler': 'on', 'disk-autoscaler-until': '2030-01-01' } }],
    ['can never have the autoscaler', { tags: { 'disk-autoscaler': 'on' }, type: 'valkey' }],
  ])('is not said of a service that %s', (_, given) => {
    expect(saidOf([elsewhere], given)).toEqual([]);
  });

  it('is not said where a rule enables', () => {
    expect(saidOf([optIn], { tags: { 'disk-autoscaler': 'on' } })).toEqual([]);
    expect(saidOf([enableAll(10)], { tags: { 'disk-autoscaler-max-gb': '200' } })).toEqual([]);
  });
});
