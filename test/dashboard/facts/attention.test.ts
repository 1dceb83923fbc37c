import { describe, expect, it } from 'vitest';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import { fullDisks, waitsFor } from '../../../lib/dashboard/facts/attention.ts';
import type { ReportObject } from '../../../lib/run/store/run-objects.ts';
import { aPolicy, aSnapshot, planOf } from '../../core/organization.ts';

const reportOf = (plan: Plan): ReportObject => ({
  runId: 'run-1',
  startedAt: '2030-06-15T12:00:00.000Z',
  endedAt: '2030-06-15T12:01:00.000Z',
  outcome: 'nothing',
  error: null,
  cause: null,
  plan,
  results: [],
  unread: [],
});

const itemsFor = (...codes: FindingCode[]) => {
  const { plan } = planOf([aSnapshot({ services: [] })], { policy: aPolicy({ rules: [] }) });
  const findings = codes.map((code) => ({ code, project: 'shop', service: 'orders', message: 'The disk is full.' }));
  return fullDisks(reportOf({ ...plan, findings })).map(({ level, text, href }) => [level, text, href]);
};

describe('what needs a person about disks', () => {
  it('begins with full disks, and leads from each kind to its findings', () => {
    const findings = ['plan-limit-reached', 'disk-fills-up', 'autoscaler-stuck'] as const;
    expect(itemsFor(...findings, 'disk-full', 'disk-full')).toEqual([
      ['now', '2 disks full or nearly full, without room to grow', '/findings?code=disk-full'],
      ['now', '1 disk nearly full, and the autoscaler does not act', '/findings?code=autoscaler-stuck'],
      ['now', '1 disk filling up without room to grow', '/findings?code=disk-fills-up'],
      ['soon', '1 disk at the limit of the plan', '/findings?code=plan-limit-reached'],
    ]);
  });

  it('is nothing without a finding', () => {
    expect(itemsFor()).toEqual([]);
  });
});

describe('a plan that waits', () => {
  it('says what it does and why it waits, with separators in its numbers', () => {
    const { plan } = planOf([aSnapshot({ services: [] })], { policy: aPolicy({ rules: [] }) });
    const summary = { ...plan.summary, enable: 9600, addedGb: 480000, addedMonthly: '99999.90' };
    const violations = [
      { guardrail: 'maxChanges' as const, limit: 1, actual: 9600, message: '9600 services would change.' },
    ];
    const [item] = waitsFor(
      reportOf({ ...plan, proposal: { digest: 'd', summary, changes: [], violations }, verdict: 'needs-approval' }),
    );
    expect(item?.detail).toBe(
      'Plan: 9,600 to enable (+480,000 GB, +99,999.90 USD a month); 0 findings. 9,600 services would change.',
    );
  });
});
