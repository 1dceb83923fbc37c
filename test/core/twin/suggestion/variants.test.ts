import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changesOf, mostChanges } from '../../../../lib/core/twin/suggestion/variants.ts';
import { parsePolicy } from '../../../../lib/documents/documents.ts';
import { editPolicy, placeOfName } from '../../../../lib/documents/edit/policy-edit.ts';

const textsOf = (yaml: string) => changesOf(parsePolicy(yaml, 'p')).map(({ text }) => text);

const fixed = `
version: 1
rules:
  - { name: databases, match: { project: '*' }, effect: enable, maxAdditionalGb: 100 }
  - { name: off, match: { project: '*' }, effect: disable }
prices: { default: "0.15" }`;

describe('the grid of changes', () => {
  it('raises fixed maximums of rules that enable, and nothing else where there is no budget', () => {
    expect(textsOf(fixed)).toEqual([
      'rule "databases": maxAdditionalGb 100 → 150',
      'rule "databases": maxAdditionalGb 100 → 200',
      'rule "databases": maxAdditionalGb 100 → 300',
    ]);
  });

  it('suggests no maximum above the limits of the policy, which would make it invalid', () => {
    expect(textsOf(`${fixed}\nlimits: { maxAdditionalGb: 200 }`)).toEqual([
      'rule "databases": maxAdditionalGb 100 → 150',
      'rule "databases": maxAdditionalGb 100 → 200',
    ]);
  });

  it('raises budgets, weights and guarantees where money is divided', () => {
    const texts = textsOf(`${fixed}\nbudgets: [{ name: storage, match: { project: '*' }, monthly: "400.00" }]`);
    expect(texts).toContain('budget "storage": monthly 400.00 → 440.00');
    expect(texts).toContain('rule "databases": weight 1 → 2');
    expect(texts).toContain('rule "databases": atLeastGb 0 → 50');
  });

  it('has no change that changes nothing', () => {
    const none = fixed.replace('maxAdditionalGb: 100', 'maxAdditionalGb: 0');
    const texts = textsOf(`${none}\nbudgets: [{ name: storage, match: { project: '*' }, monthly: "0" }]`);
    expect(texts).toEqual(['rule "databases": weight 1 → 2', 'rule "databases": weight 1 → 4']);
  });

  it('raises the bounds of maximums that follow the forecast', () => {
    const texts = textsOf(
      fixed.replace('maxAdditionalGb: 100', 'maxAdditionalGb: forecast, forecast: { ceilingGb: 200, atLeastGb: 20 }'),
    );
    expect(texts).toEqual([
      'rule "databases": forecast.ceilingGb 200 → 300',
      'rule "databases": forecast.atLeastGb 20 → 70',
      'rule "databases": forecast.atLeastGb 20 → 120',
    ]);
  });

  it('is bounded, the smallest changes first', () => {
    const rules = Array.from(
      { length: 50 },
      (_, place) => `  - { name: r${place}, match: { project: p${place} }, effect: enable, maxAdditionalGb: 10 }`,
    );
    const changes = changesOf(parsePolicy(`version: 1\nrules:\n${rules.join('\n')}\nprices: { default: "0.15" }`, 'p'));
    expect(changes).toHaveLength(mostChanges);
    expect(changes.map(({ size }) => size)).toEqual(changes.map(({ size }) => size).toSorted((a, b) => a - b));
  });

  it.each(['budget', 'org-wide', 'opt-in'])('gives valid documents for the example policy %s', (name) => {
    const text = readFileSync(`docs/policies/${name}.yaml`, 'utf8');
    const changes = changesOf(parsePolicy(text, name));
    expect(changes.length).toBeGreaterThan(2);
    for (const { list, name: entry, member, value } of changes) {
      const path = [list, placeOfName(text, list, entry), ...member];
      expect(() => parsePolicy(editPolicy(text, { path, value }), name)).not.toThrow();
    }
  });
});
