import { describe, expect, it } from 'vitest';
import { PolicyInvalid } from '../../lib/contract/errors.ts';
import { firstLines } from '../../lib/core/model/visible-text.ts';
import { checkPolicy } from '../../lib/documents/policy-check.ts';
import { ScenarioInvalid } from '../../lib/platform/index.ts';
import { completeScenario } from '../../lib/platform/scenario/scenario.ts';
import { smallScenario } from '../platform/small-organization.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

describe('a list of errors', () => {
  it.each([0, 1, 21])('of %i lines is whole', (count) => {
    expect(firstLines(numbered(count))).toEqual(numbered(count));
  });

  it('of more lines has the first twenty and the number of the others', () => {
    expect(firstLines(numbered(100_000))).toEqual([...numbered(20), 'and 99980 more']);
  });
});

/** A policy with this number of errors. */
const wrongPolicy = (errors: number): string =>
  [
    'version: 1',
    'mode: observe',
    'rules:',
    ...numbered(errors).map((line) => `  - { name: ${line}, effect: no }`),
  ].join('\n');

describe('a document with thousands of errors', () => {
  it('that is a policy has the first errors in its error, with their number', () => {
    const { policy, errors, errorCount } = checkPolicy(wrongPolicy(3_000), 'policy.yaml');
    expect([policy, errors.length, errorCount]).toEqual([null, 21, expect.any(Number)]);
    expect(errorCount).toBeGreaterThan(2_999);
    expect(errors[0]).toMatch(/^policy\.yaml:4:/);
    expect(errors.at(-1)).toBe(`and ${errorCount - 20} more`);
  });

  it('that is a scenario has the first errors in its error, with their number', () => {
    const projects = numbered(1_000).map((name) => ({
      name,
      services: [{ name: 'a', type: 'x', plan: 'y', cloud: 'z' }],
    }));
    const attempt = () => completeScenario({ ...smallScenario(), projects });
    expect(attempt).toThrow(ScenarioInvalid);
    expect(attempt).toThrow(/^(?:.*\n){20}and \d{3,} more$/);
  });

  it('fits into an event', () => {
    expect(new PolicyInvalid(numbered(1_000_000).join('\n')).message.length).toBeLessThan(1_000);
  });
});
