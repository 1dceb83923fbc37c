import { describe, expect, it } from 'vitest';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import type { LoggedFinding } from '../../../lib/core/notices/logged-findings.ts';
import { findingEvents } from '../../../lib/run/publish/finding-events.ts';

const finding = (code: FindingCode, subject: string, since = '2026-11-01T00:00:00Z'): LoggedFinding => ({
  code,
  project: 'shop',
  service: 'orders',
  subject,
  message: 'm',
  details: {},
  owner: 'o',
  since,
});

const changes = (
  opened: readonly LoggedFinding[],
  ended: readonly LoggedFinding[],
  others: readonly LoggedFinding[] = [],
) => ({
  opened,
  ended,
  open: [...opened, ...others],
});

const published = (
  opened: readonly LoggedFinding[],
  ended: readonly LoggedFinding[],
  others: readonly LoggedFinding[] = [],
) =>
  findingEvents(changes(opened, ended, others), 'run-1').map(({ type, detail }) => [
    type,
    'level' in detail ? detail.level : 'since' in detail ? detail.since : null,
  ]);

const full = finding('disk-full', '100 %', '2026-11-02T00:00:00Z');
const stuck = finding('autoscaler-stuck', '100 %', '2026-11-03T00:00:00Z');

describe('a warning with findings of several codes', () => {
  it('opens with the first of them, and not again with another at the same level', () => {
    expect(published([full], [])).toEqual([['DiskFillsUp', '100 %']]);
    expect(published([stuck], [], [full])).toEqual([]);
    expect(published([stuck], [full])).toEqual([]);
  });

  it('opens again where the disk is at another level', () => {
    expect(published([full], [finding('disk-fills-up', 'soon')])).toEqual([['DiskFillsUp', '100 %']]);
    expect(published([full], [], [finding('autoscaler-stuck', '90 %')])).toEqual([['DiskFillsUp', '100 %']]);
  });

  it('ends with the last of them: a disk that is still full has not recovered', () => {
    expect(published([], [stuck], [full])).toEqual([]);
    expect(published([], [full])).toEqual([['Recovered', full.since]]);
  });

  it('ends once where they end together, and names the start of the first', () => {
    expect(published([], [stuck, full])).toEqual([['Recovered', full.since]]);
  });

  it('of another service, or of another kind, stands for itself', () => {
    const elsewhere = { ...full, service: 'carts' };
    const atPlanLimit = finding('plan-limit-reached', '');
    expect(published([], [full], [elsewhere, atPlanLimit])).toEqual([['Recovered', full.since]]);
    expect(published([full], [], [elsewhere, atPlanLimit])).toEqual([['DiskFillsUp', '100 %']]);
  });
});

it('each budget has its own warning', () => {
  const budget = (name: string): LoggedFinding => ({ ...finding('budget-exceeded', name), project: '', service: '' });
  expect(published([budget('a')], [], [budget('b')])).toHaveLength(1);
  expect(published([], [budget('a'), budget('b')], [budget('c')])).toHaveLength(2);
});

describe('what programs read of a warning', () => {
  const place = { project: 'shop', service: 'orders', runId: 'run-1' };
  const band = { daysSoonest: 5, daysAtMost: 9 };
  const money = { monthly: '400.00', floorMonthly: '500.00', allocatedMonthly: '390.00' };

  it.each<[FindingCode, string, LoggedFinding['details'], object]>([
    ['maximum-reached', 'MaximumReached', { maxAdditionalGb: 100 }, { ...place, maxAdditionalGb: 100 }],
    ['plan-limit-reached', 'MaximumReached', {}, { ...place, maxAdditionalGb: 0 }],
    [
      'disk-fills-up',
      'DiskFillsUp',
      { percent: 91, days: 7, ...band, budget: 'all', limitedBy: 'budget', raiseMonthly: '3.00', other: 1 },
      { ...place, level: 's', percent: 91, days: 7, ...band, budget: 'all', limitedBy: 'budget', raiseMonthly: '3.00' },
    ],
    ['disk-full', 'DiskFillsUp', {}, { ...place, level: 's' }],
    [
      'budget-exceeded',
      'BudgetExceeded',
      money,
      { budget: 's', runId: 'run-1', monthly: '400.00', floorMonthly: '500.00' },
    ],
    [
      'budget-nearly-used',
      'BudgetNearlyUsed',
      money,
      { budget: 's', runId: 'run-1', monthly: '400.00', allocatedMonthly: '390.00' },
    ],
    ['autoscaler-lost', 'AutoscalerLost', { drift: 'x' }, { ...place, drift: 'x', text: 'm' }],
    [
      'drift',
      'AutoscalerLost',
      { drift: 'maximum-changed, integration-removed' },
      { ...place, drift: 'maximum-changed, integration-removed', text: 'm' },
    ],
  ])('%s is %s %j', (code, type, details, detail) => {
    const one = { ...finding(code, 's'), details };
    expect(findingEvents(changes([one], []), 'run-1')).toEqual([{ type, detail }]);
  });

  it('is nothing of findings that only people read', () => {
    const quiet = { ...finding('drift', ''), details: { drift: 'maximum-changed' } };
    expect(findingEvents(changes([quiet], [quiet]), 'run-1')).toEqual([]);
  });

  it('names, when it is over, where it was and since when', () => {
    const since = full.since;
    const ofBudget = { ...finding('budget-exceeded', 'all', since), project: '', service: '' };
    expect(findingEvents(changes([], [full, ofBudget]), 'run-1')).toEqual([
      { type: 'Recovered', detail: { from: 'DiskFillsUp', ...place, since } },
      { type: 'Recovered', detail: { from: 'BudgetExceeded', budget: 'all', runId: 'run-1', since } },
    ]);
  });
});
