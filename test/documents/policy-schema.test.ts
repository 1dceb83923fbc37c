import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../lib/documents/documents.ts';

const document = (rule: string) => `version: 1\nrules:\n  - { name: a, match: { project: "*" }, ${rule} }\n`;
const read = (rule: string) => parsePolicy(document(rule), 'p.yaml').rules[0];

describe('what a rule guarantees', () => {
  it('is whole GB up to its maximum or its ceiling, and 0 means none', () => {
    expect(read('effect: enable, maxAdditionalGb: 100, atLeastGb: 100')?.atLeastGb).toBe(100);
    expect(read('effect: enable, maxAdditionalGb: 100, atLeastGb: 0')?.atLeastGb).toBe(0);
    expect(read('effect: enable, maxAdditionalGb: 100')?.atLeastGb).toBeUndefined();
    const forecast = 'effect: enable, maxAdditionalGb: forecast, forecast: { ceilingGb: 300 }';
    expect(read(`${forecast}, atLeastGb: 300`)?.atLeastGb).toBe(300);
  });

  it.each([
    [
      'effect: enable, maxAdditionalGb: 100, atLeastGb: 101',
      'p.yaml:3:90 rules[0].atLeastGb: must not be more than maxAdditionalGb, which is 100',
    ],
    [
      'effect: enable, maxAdditionalGb: forecast, forecast: { ceilingGb: 300 }, atLeastGb: 301',
      'rules[0].atLeastGb: must not be more than forecast.ceilingGb, which is 300',
    ],
    ['effect: enable, maxAdditionalGb: 100, atLeastGb: 1.5', 'rules[0].atLeastGb: must be a whole number'],
    ['effect: enable, maxAdditionalGb: 100, atLeastGb: -1', 'rules[0].atLeastGb: must be 0 or more, not -1'],
    ['effect: enable, maxAdditionalGb: 100, atLeastGb: "50 GB"', 'rules[0].atLeastGb: must be'],
    [
      'effect: ignore, atLeastGb: 5',
      'rules[0].atLeastGb: requires effect enable, and this effect is ignore: delete it',
    ],
  ])('is refused as %s', (rule, message) => {
    expect(() => read(rule)).toThrow(message);
  });
});
