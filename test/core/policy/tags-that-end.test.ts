import { describe, expect, it } from 'vitest';
import type { Tags } from '../../../lib/core/model/model.ts';
import { evaluate } from '../../../lib/core/policy/policy.ts';
import { aPolicy, aService, today } from '../organization.ts';

const project = { name: 'shop-prod', tags: {} };

const withTags = (tags: Tags) => evaluate(aPolicy(), project, aService({ tags }), today);

describe('the owner', () => {
  it.each<[string, string | undefined]>([
    ['2030-06-14', undefined],
    ['2030-06-15', '2030-06-15, 0 days'],
    ['2030-06-16', '2030-06-16, 3 days'],
    ['2030-06-18', '2030-06-18, 3 days'],
    ['2030-06-19', '2030-06-19, 14 days'],
    ['2030-06-29', '2030-06-29, 14 days'],
    ['2030-06-30', undefined],
  ])('exempt through %s is reminded of as %s on 2030-06-15', (exempt, subject) => {
    const { findings } = withTags({ 'disk-autoscaler-exempt': exempt });
    expect(findings.map((finding) => [finding.code, finding.subject])).toEqual(
      subject === undefined ? [] : [['exemption-ends', subject]],
    );
    const overriding: readonly Tags[] = [{ 'disk-autoscaler': 'off' }, { 'disk-autoscaler-max-gb': '50' }];
    for (const tags of overriding) {
      const seen = withTags({ ...tags, 'disk-autoscaler-until': exempt });
      expect(seen.findings.map((finding) => [finding.code, finding.subject])).toEqual(
        subject === undefined ? [] : [['override-ends', subject]],
      );
    }
  });

  it('an override that ends is said with the day, and not where it changes nothing', () => {
    const tags = { 'disk-autoscaler-max-gb': '50', 'disk-autoscaler-until': '2030-06-15' };
    expect(withTags(tags).findings).toEqual([
      {
        code: 'override-ends',
        project: 'shop-prod',
        service: 'orders',
        subject: '2030-06-15, 0 days',
        message:
          'The tags for the autoscaler and its maximum end after 2030-06-15, today. Then the rules decide, unless the tag gets a later day.',
        details: { through: '2030-06-15', daysBefore: 0 },
      },
    ]);
    expect(withTags({ 'disk-autoscaler-until': '2030-06-15' }).findings).toEqual([]);
    expect(withTags({ ...tags, 'disk-autoscaler-exempt': '2030-12-31' }).findings).toEqual([]);
  });

  it('each reminder is the same finding on all its days, so it is notified once', () => {
    const tags = { 'disk-autoscaler-exempt': '2030-06-20' };
    const subjects = Array.from({ length: 20 }, (_, day) => `2030-06-${String(day + 1).padStart(2, '0')}`).map((date) =>
      JSON.stringify(evaluate(aPolicy(), project, aService({ tags }), date).findings),
    );
    expect(new Set(subjects).size).toBe(4);
  });
});
