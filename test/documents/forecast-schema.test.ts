import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../lib/documents/documents.ts';

const document = (rule: string, more = '') =>
  `version: 1\nrules:\n  - { name: a, match: { project: "*" }, effect: enable, ${rule} }\n${more}`;

describe('a rule that leaves its maximum to the forecast', () => {
  it('gives at least the ceiling, which is its maximum until the forecast says otherwise', () => {
    const { rules } = parsePolicy(document('maxAdditionalGb: forecast, forecast: { ceilingGb: 500 }'), 'p.yaml');
    expect(rules[0]).toMatchObject({
      maxAdditionalGb: 500,
      forecast: { horizonDays: 30, confidence: 90, ceilingGb: 500, atLeastGb: 0, onRunaway: 'raise' },
    });
  });

  it.each([
    [
      'maxAdditionalGb: forecast',
      'rules[0].forecast: is missing: maxAdditionalGb: forecast requires at least forecast.ceilingGb',
    ],
    ['maxAdditionalGb: 5, forecast: { ceilingGb: 5 }', 'rules[0].forecast: requires maxAdditionalGb: forecast'],
    [
      'maxAdditionalGb: forecast, forecast: { ceilingGb: 5, atLeastGb: 6 }',
      'atLeastGb: must not be more than ceilingGb',
    ],
    ['maxAdditionalGb: forecast, forecast: { ceilingGb: 5, horizonDays: 0 }', 'horizonDays: must be 1 or more, not 0'],
    ['maxAdditionalGb: forecast, forecast: { ceilingGb: 5, confidence: 69 }', 'confidence: must be 70 or more, not 69'],
    [
      'maxAdditionalGb: forecast, forecast: { ceilingGb: 5, confidence: 100 }',
      'confidence: must be 99 or less, not 100',
    ],
    ['maxAdditionalGb: forecast, forecast: {}', 'rules[0].forecast.ceilingGb: is missing'],
  ])('is refused as %s', (rule, message) => {
    expect(() => parsePolicy(document(rule), 'p.yaml')).toThrow(message);
  });
});

describe('the warnings of a policy', () => {
  it('are urgent 7 days before, and only once a disk is full where that is 0', () => {
    const days = (more: string) => parsePolicy(document('maxAdditionalGb: 5', more), 'p.yaml').warnings.urgentDays;
    expect(days('')).toBe(7);
    expect(days('warnings: { urgentDays: 0 }')).toBe(0);
    expect(() => days('warnings: { urgentDays: 366 }')).toThrow('must be 365 or less');
  });
});
