import { describe, expect, it } from 'vitest';
import type { FleetDisk } from '../../../lib/core/disk/fleet-disks.ts';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import type { AlertFacts } from '../../../lib/core/service/disk-alert.ts';
import { prometheusText, storeMetricsOf, unreportedDisks } from '../../../lib/core/status/store-metrics.ts';
import { scraped } from '../../prometheus.ts';

const nothing: Parameters<typeof storeMetricsOf>[0] = {
  nowMs: 0,
  report: null,
  whole: null,
  readings: null,
  disks: null,
  notified: [],
};
const endedAt = '2026-03-02T08:00:00.000Z';
const report = { endedAt, outcome: 'failed' };

it('an unknown figure is left out: a store before its first run has none, and a run without a plan no findings', () => {
  expect(prometheusText(storeMetricsOf(nothing))).toBe('');
  const failed = scraped(prometheusText(storeMetricsOf({ ...nothing, nowMs: Date.parse(endedAt) + 90_000, report })));
  expect(failed).toEqual({ headroom_last_run_age_seconds: 90, 'headroom_last_run_outcome failed': 1 });
});

it('a name with quotes, backslashes and line ends is one label, and no line of its own', () => {
  const name = 'a "b" \\c\nheadroom_findings 0';
  const budget = { name, currency: 'USD', monthly: '400.00', allocatedMonthly: '3.50', shares: [] };
  const plan = { findings: [], budgets: [budget] };
  const text = prometheusText(storeMetricsOf({ ...nothing, whole: { endedAt, plan } }));
  const lines = text.split('\n').filter((line) => line.startsWith('headroom_budget_monthly{'));
  expect(lines).toHaveLength(3);
  expect(text).not.toMatch(/^headroom_findings /m);
  expect(text).toMatch(/^headroom_findings_open 0$/m);
  expect(lines[0]).toBe(
    String.raw`headroom_budget_monthly{budget="a \"b\" \\c\nheadroom_findings 0",currency="USD",of="budget"} 400`,
  );
});

it('a project without a reading counts as such, and no age stands for it', () => {
  const readings = {
    projects: 0,
    oldest: null,
    promisedMinutes: null,
    newServiceMinutes: null,
    neverRead: ['shop'],
    troubled: [],
  };
  expect(scraped(prometheusText(storeMetricsOf({ ...nothing, readings })))).toEqual({
    headroom_projects_read: 0,
    headroom_projects_never_read: 1,
    headroom_projects_unreadable: 0,
  });
});

const nowMs = Date.parse('2026-03-02T12:30:00.000Z');
const readAt = '2026-03-02T12:00:00.000Z';

const disk = (service: string, alert: AlertFacts, needsPerson = true) =>
  ({ project: 'shop', service, alert, needsPerson, readAt }) as FleetDisk;

const alert = (minutes: number | null): AlertFacts => ({ kind: 'active', isCritical: false, minutes });
const finding = (code: FindingCode, service: string) => ({ code, project: 'shop', service });

describe('full disks without a notice', () => {
  it('count from the alert of the platform until now, all together', () => {
    const disks = [disk('orders', alert(15)), disk('carts', alert(0)), disk('grows', alert(2), false)];
    expect(unreportedDisks(disks, [], nowMs)).toEqual({ disks: 2, minutes: 75 });
  });

  it('are those that no open finding about full disks names', () => {
    const disks = [disk('orders', alert(15)), disk('carts', alert(0))];
    expect(unreportedDisks(disks, [finding('disk-full', 'orders')], nowMs)).toEqual({ disks: 1, minutes: 30 });
    expect(unreportedDisks(disks, [finding('drift', 'orders')], nowMs).disks).toBe(2);
  });

  it('have no known time where one was only measured or its alert has no time', () => {
    expect(unreportedDisks([disk('orders', alert(15)), disk('carts', alert(null))], [], nowMs)).toEqual({
      disks: 2,
      minutes: null,
    });
    expect(unreportedDisks([disk('orders', { kind: 'unlisted' })], [], nowMs)).toEqual({ disks: 1, minutes: null });
  });
});
