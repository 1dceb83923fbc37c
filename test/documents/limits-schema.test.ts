import { describe, expect, it } from 'vitest';
import { PolicyInvalid } from '../../lib/contract/errors.ts';
import { parsePolicy } from '../../lib/documents/documents.ts';

const errorsOf = (text: string): readonly string[] => {
  try {
    parsePolicy(text, 'policy.yaml');
    return [];
  } catch (error) {
    if (error instanceof PolicyInvalid) return error.message.split('\n');
    throw error;
  }
};

const policy = (rule: string): string => `version: 1
limits: { maxAdditionalGb: 300 }
rules:
  - { name: all, match: { project: '*' }, effect: enable, ${rule} }
`;

describe('the limits of a policy', () => {
  it.each([
    ['maximum', 'maxAdditionalGb: 301', 'maxAdditionalGb', 76],
    ['ceiling of a forecast', 'maxAdditionalGb: forecast, forecast: { ceilingGb: 301 }', 'forecast.ceilingGb', 109],
    ['bound of tags', 'maxAdditionalGb: 1, maxByTagGb: 301', 'maxByTagGb', 91],
  ])('refuse a larger %s in a rule, at its place', (_, rule, member, column) => {
    expect(errorsOf(policy(rule))).toEqual([
      `policy.yaml:4:${column} rules[0].${member}: must not be more than 300, the value of limits.maxAdditionalGb`,
    ]);
  });

  it('allow what equals them', () => {
    expect(errorsOf(policy('maxAdditionalGb: 300, maxByTagGb: 300'))).toEqual([]);
    expect(errorsOf(policy('maxAdditionalGb: forecast, forecast: { ceilingGb: 300 }'))).toEqual([]);
  });
});
