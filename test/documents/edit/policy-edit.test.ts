import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../lib/documents/documents.ts';
import { editPolicy } from '../../../lib/documents/edit/policy-edit.ts';

const text = `version: 1
rules: # in order
  - name: databases
    match: { project: "*-prod" }
    effect: enable # always
    maxAdditionalGb: forecast
    forecast: { ceilingGb: 800, horizonDays: 30 }
  - { name: rest, match: { project: "*" }, effect: enable, maxAdditionalGb: 20 }
budgets:
  - name: storage
    match: { project: "*" }
    monthly: "100.00" # dollars
prices: { default: "0.15" }
`;

const changedLines = (after: string) => {
  const before = text.split('\n');
  return after.split('\n').filter((line) => !before.includes(line));
};

describe('an edit of a policy document', () => {
  it('replaces a value and nothing else', () => {
    const after = editPolicy(text, { path: ['budgets', 0, 'monthly'], value: '250.00' });
    expect(changedLines(after)).toEqual(['    monthly: "250.00" # dollars']);
    expect(parsePolicy(after, 'p').budgets[0]?.monthly).toBe('250.00');
  });

  it('replaces a value in braces', () => {
    const after = editPolicy(text, { path: ['rules', 0, 'forecast', 'ceilingGb'], value: 900 });
    expect(changedLines(after)).toEqual(['    forecast: { ceilingGb: 900, horizonDays: 30 }']);
  });

  it('adds a member with the indentation of those beside it', () => {
    const after = editPolicy(text, { path: ['rules', 0, 'weight'], value: 3 });
    expect(changedLines(after)).toEqual(['    weight: 3']);
    expect(parsePolicy(after, 'p').rules[0]?.weight).toBe(3);
  });

  it('adds a member in braces', () => {
    const after = editPolicy(text, { path: ['rules', 1, 'weight'], value: 3 });
    expect(changedLines(after)).toEqual([
      '  - { name: rest, match: { project: "*" }, effect: enable, maxAdditionalGb: 20, weight: 3 }',
    ]);
    const nested = editPolicy(text, { path: ['rules', 0, 'forecast', 'atLeastGb'], value: 50 });
    expect(changedLines(nested)).toEqual(['    forecast: { ceilingGb: 800, horizonDays: 30, atLeastGb: 50 }']);
  });

  it('refuses a place that does not exist', () => {
    expect(() => editPolicy(text, { path: ['budgets', 4, 'monthly'], value: '1.00' })).toThrow(RangeError);
  });

  it.each(['budget', 'org-wide', 'opt-in'])('leaves every comment of the example policy %s', (name) => {
    const example = readFileSync(`docs/policies/${name}.yaml`, 'utf8');
    const { rules } = parsePolicy(example, name);
    const comments = (yaml: string) => yaml.match(/#.*/g);
    for (const place of rules.keys()) {
      const after = editPolicy(example, { path: ['rules', place, 'weight'], value: 7 });
      expect(parsePolicy(after, name).rules[place]?.weight).toBe(7);
      expect(comments(after)).toEqual(comments(example));
    }
  });
});
