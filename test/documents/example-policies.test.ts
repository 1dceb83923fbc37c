import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../lib/documents/documents.ts';

describe('the example policies', () => {
  const example = (name: string) =>
    parsePolicy(readFileSync(new URL(`../../docs/policies/${name}.yaml`, import.meta.url), 'utf8'), `${name}.yaml`);

  it('search-baseline keeps options of search services and leaves the disk alone', () => {
    const policy = example('search-baseline');
    expect(policy.rules.map(({ effect }) => effect)).toEqual(['ignore']);
    expect(policy.searchConfiguration.map(({ options }) => options.length)).toEqual([2, 3]);
  });

  it('org-wide enables production and staging and lets a first run over some 30 services apply', () => {
    const policy = example('org-wide');
    expect(policy.mode).toBe('enforce');
    expect(policy.rules.map(({ effect, match }) => [effect, match.project])).toEqual([
      ['enable', ['*-prod']],
      ['enable', ['*-staging']],
    ]);
    expect(policy.guardrails).toMatchObject({
      maxChanges: 100,
      maxChangePercent: 100,
      maxAddedGb: 20000,
      firstRun: 'apply',
    });
  });

  it('budget leaves maximums to the forecast and guarantees both production tiers a share, or names a number', () => {
    const text = readFileSync(new URL('../../docs/policies/budget.yaml', import.meta.url), 'utf8');
    const [databases, production, staging] = example('budget').rules;
    expect([databases, production, staging].map((rule) => [rule?.forecast?.ceilingGb, rule?.atLeastGb])).toEqual([
      [800, 150],
      [800, 150],
      [400, undefined],
    ]);
    const numbered = text
      .replace('    maxAdditionalGb: forecast #', '    #')
      .replace('    forecast: {', '    # forecast: {')
      .replace('# maxAdditionalGb: 800', 'maxAdditionalGb: 800');
    const [written, ...same] = parsePolicy(numbered, 'budget.yaml').rules;
    expect([written?.maxAdditionalGb, written?.forecast]).toEqual([800, undefined]);
    expect(same).toEqual([production, staging]);
  });

  it('opt-in enables and disables by tag only', () => {
    const { rules, tagPrefix } = example('opt-in');
    expect(rules.map(({ effect, match }) => [effect, match])).toEqual([
      ['enable', { tags: { [tagPrefix]: ['on'] } }],
      ['disable', { tags: { [tagPrefix]: ['off'] } }],
    ]);
  });
});
