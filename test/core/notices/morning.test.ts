import { describe, expect, it } from 'vitest';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import type { LoggedFinding } from '../../../lib/core/notices/logged-findings.ts';
import { morningLines, morningOf } from '../../../lib/core/notices/morning.ts';
import type { RunSummary } from '../../../lib/core/plan/run-summary.ts';

const nowMs = Date.parse('2030-06-15T08:00:00Z');

const found = (code: FindingCode, service: string, more: Partial<LoggedFinding> = {}): LoggedFinding => ({
  ...{ code, project: service === '' ? '' : 'shop', service, subject: '', message: `${code} of ${service}.` },
  ...{ details: {}, owner: 'team', since: '2030-06-12T08:00:00.000Z' },
  ...more,
});

const disk = (service: string, subject: string, days: number, more: Partial<LoggedFinding['details']> = {}) =>
  found('disk-full', service, {
    subject,
    details: { days, daysSoonest: days - 1, ...more } as LoggedFinding['details'],
  });

const run = (endedAt: string | null, plan: object, results: object = {}): RunSummary => ({
  ...{
    runId: `r-${endedAt}`,
    startedAt: '2030-06-14T00:00:00Z',
    endedAt,
    outcome: 'applied',
    trigger: null,
    mode: 'enforce',
  },
  ...{ undo: null, digest: null, findings: 0, unread: 0, error: null },
  plan: { enable: 0, raise: 0, lower: 0, grow: 0, ...plan } as RunSummary['plan'],
  results: { confirmed: 1, unconfirmed: 0, failed: 0, skipped: 0, ...results },
});

const nothing = { enabled: 0, raised: 0, lowered: 0, grown: 0, kept: 0, failed: 0 };

describe('what needs a person', () => {
  it('is what is urgent, the worst first, with since when and one command', () => {
    const open = [
      disk('soon', 'soon', 40),
      disk('fills', 'fills', 5),
      disk('full', '100 %', 0, { command: 'headroom grow shop/full 20' }),
    ];
    const { needs } = morningOf(open, [], nowMs);
    expect(needs.map(({ title, since, command }) => [title, since, command])).toEqual([
      ['shop/full: disk full', '2030-06-12T08:00:00.000Z', 'headroom grow shop/full 20'],
      ['shop/fills: disk full', '2030-06-12T08:00:00.000Z', 'headroom explain shop/fills'],
    ]);
  });

  it('is an error that is no disk, though it is not urgent, and no warning', () => {
    const { needs } = morningOf([found('project-unread', ''), found('drift', 'orders')], [], nowMs);
    expect(needs.map(({ title }) => title)).toEqual(['project unread']);
  });

  it('has the disks of one budget once, and they do not fill next as well', () => {
    const short = { budget: 'shared', raiseMonthly: '12.00', currency: 'EUR' };
    const open = [disk('a', 'fills', 3, short), disk('b', 'fills', 4, short), disk('c', 'soon', 20, short)];
    const { needs, next } = morningOf(open, [], nowMs);
    expect(needs.map(({ text }) => text)).toEqual([
      'Budget "shared" gives no room to 2 disks, first full on 2030-06-17: shop/a, shop/b. It lacks 12.00 EUR a month.',
    ]);
    expect(next).toEqual([]);
  });

  it('names the digest of a plan that waits, so that an approval since then can remove it', () => {
    const { needs } = morningOf([found('plan-needs-approval', '', { subject: 'abc' })], [], nowMs);
    expect(needs.map(({ approves }) => approves)).toEqual(['abc']);
  });
});

it('what fills next is each disk once, by the expected day, where one that may not fill within a year is last', () => {
  const open = [
    disk('b', 'soon', 30),
    disk('a', 'soon', 20),
    found('disk-fills-up', 'c', { subject: 'soon', details: { daysSoonest: 2 } }),
  ];
  const twice = found('plan-limit-reached', 'a', { details: { days: 25, daysSoonest: 21 } });
  expect(morningOf([...open, twice], [], nowMs).next.map(({ service, days }) => [service, days])).toEqual([
    ['a', 20],
    ['b', 30],
    ['c', null],
  ]);
});

describe('what was done', () => {
  it('counts the runs of the last 24 hours that wrote, and raises by hand that are kept', () => {
    const runs = [
      run('2030-06-15T07:00:00Z', { enable: 1, raise: 12, grow: 2 }),
      run('2030-06-14T09:00:00Z', { raise: 1, lower: 3 }, { failed: 2 }),
      run('2030-06-14T08:00:00Z', { raise: 100 }),
      run('2030-06-15T07:30:00Z', { raise: 50 }, { confirmed: 0 }),
      run(null, { raise: 70 }),
    ];
    expect(morningOf([found('raise-kept', 'orders')], runs, nowMs).done).toEqual({
      ...{ enabled: 1, raised: 13, lowered: 3, grown: 2, kept: 1, failed: 2 },
    });
    expect(morningOf([], [], nowMs).done).toEqual(nothing);
  });
});

describe('the three answers as lines', () => {
  it('say what needs a person and since when, what fills next, and what was done', () => {
    const open = [disk('full', '100 %', 0), disk('soon', 'soon', 20)];
    const morning = morningOf(open, [run('2030-06-15T07:00:00Z', { raise: 1 })], nowMs);
    expect(morningLines(morning, nowMs)).toEqual([
      'Needs a person now: 1',
      '  shop/full: disk full (for 3 days): headroom explain shop/full',
      'Fills next: shop/soon in 20 days (19 at the earliest)',
      'By itself in the last day Headroom raised 1 maximum.',
    ]);
  });

  it('say today and one day in words, also of a disk of which only the soonest day is known', () => {
    const soonest = (service: string, daysSoonest: number) =>
      found('disk-fills-up', service, { subject: 'soon', details: { daysSoonest } });
    const open = [disk('a', 'soon', 1), soonest('b', 0), soonest('c', 1)];
    expect(morningLines(morningOf(open, [], nowMs), nowMs)).toContain(
      'Fills next: shop/a in 1 day (0 at the earliest), shop/b today at the earliest, shop/c in 1 day at the earliest',
    );
  });

  it('say that nothing is known to fill rather than that nothing fills', () => {
    expect(morningLines(morningOf([], [], nowMs), nowMs)).toEqual([
      'Nothing needs a person.',
      'No other disk is expected to be full within 14 days, as far as runs know.',
      'By itself in the last day Headroom changed nothing.',
    ]);
  });
});
