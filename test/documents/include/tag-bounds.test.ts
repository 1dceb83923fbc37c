import { describe, expect, it } from 'vitest';
import { compilePolicy } from '../../../lib/core/policy/policy.ts';
import { parsePolicy } from '../../../lib/documents/documents.ts';
import { enable, given, joined, main, team } from './layered-policy.ts';

describe('a tag', () => {
  const service = (maxGb: string) => ({
    name: 's',
    type: 'pg',
    plan: 'startup-4',
    cloud: 'aws',
    state: 'RUNNING',
    diskMb: null,
    tags: { 'disk-autoscaler-max-gb': maxGb },
    integrations: [],
  });
  const decide = (text: string, project: string, maxGb: string) =>
    compilePolicy(parsePolicy(text, 'policy.yaml')).decide({ name: project, tags: {} }, service(maxGb), '2030-01-01');

  it.each([
    ['of the rule', main('projects: none, maxAdditionalGb: 1').replace('100 }', '100, maxByTagGb: 150 }'), 'a', 150],
    [
      'of the organization',
      joined(
        'projects: none, maxAdditionalGb: 1',
        team('effect: enable, maxAdditionalGb: 1'),
        'limits: { maxAdditionalGb: 120 }',
      ),
      'a',
      120,
    ],
    ['of the include, for its rules', joined(given, team('effect: enable, maxAdditionalGb: 200')), 'data-1', 300],
    [
      'of the include, for the rules of the organization in its projects',
      joined(given, team(enable).replace('"*"', 'x')),
      'data-1',
      300,
    ],
  ])('sets at most the bound %s, and a finding says so', (_, text, project, most) => {
    const whole = text.includes('--- # include') ? text : text.replace(/include:[\s\S]*/, '');
    const { decision, findings } = decide(whole, project, '5000');
    expect(decision.maxAdditionalGb).toBe(most);
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'tag-above-limit',
        message: expect.stringMatching(
          new RegExp(
            `^Tag disk-autoscaler-max-gb requests 5000 GB; the policy allows at most ${most} GB by tag for rule`,
          ),
        ),
      }),
    ]);
    expect(decide(whole, project, String(most))).toMatchObject({ decision: { maxAdditionalGb: most }, findings: [] });
    expect(decide(whole, project, '0')).toMatchObject({ decision: { maxAdditionalGb: 0 }, findings: [] });
  });

  it('sets what it says where the organization gives no bound', () => {
    const text = main(given).replace(/include:[\s\S]*/, '');
    expect(decide(text, 'a', '5000')).toMatchObject({ decision: { maxAdditionalGb: 5000 }, findings: [] });
    expect(decide(joined(given, team(enable)), 'web', '5000').decision.maxAdditionalGb).toBe(5000);
  });

  it('moves no service to another budget where the include names one', () => {
    const budgets =
      'budgets:\n  - { name: tagged, match: { tags: { b: x } }, monthly: "9.00" }\n  - { name: data, match: { project: none }, monthly: "1.00" }';
    const policy = compilePolicy(parsePolicy(joined(`${given}, budget: data`, team(enable), budgets), 'policy.yaml'));
    const tagged = { ...service('1'), tags: { b: 'x' } };
    expect(policy.decide({ name: 'data-1', tags: {} }, tagged, '2030-01-01').budget).toBe('data');
    expect(policy.decide({ name: 'web', tags: {} }, tagged, '2030-01-01').budget).toBe('tagged');
  });
});
