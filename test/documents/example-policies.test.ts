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

  it('budget is a ceiling by rule and an amount by budget, in at most 25 lines', () => {
    const text = readFileSync(new URL('../../docs/policies/budget.yaml', import.meta.url), 'utf8');
    expect(text.split('\n').filter((line) => !/^\s*(#|$)/.test(line)).length).toBeLessThanOrEqual(25);
    const { rules, budgets } = example('budget');
    expect(rules.map(({ maxAdditionalGb, forecast, atLeastGb }) => [maxAdditionalGb, forecast, atLeastGb])).toEqual([
      [800, undefined, undefined],
      [800, undefined, undefined],
      [400, undefined, undefined],
    ]);
    expect(budgets.map(({ monthly, rest }) => [monthly, rest])).toEqual([
      ['650.00', 'keep'],
      ['80.00', 'keep'],
    ]);
  });

  it('opt-in enables and disables by tag only', () => {
    const { rules, tagPrefix } = example('opt-in');
    expect(rules.map(({ effect, match }) => [effect, match])).toEqual([
      ['enable', { tags: { [tagPrefix]: ['on'] } }],
      ['disable', { tags: { [tagPrefix]: ['off'] } }],
    ]);
  });
});
