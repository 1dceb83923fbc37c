import { describe, expect, it } from 'vitest';
import type { ServiceHistory } from '../../../lib/core/forecast/project-history.ts';
import type { Snapshot } from '../../../lib/core/model/model.ts';
import { lastAppliedToOrders } from '../one-service.ts';
import { planOf } from '../organization.ts';
import { alertFor, day, gb, measured, planCapMb, planned, read, withAutoscaler } from './planned-disks.ts';

describe('alerts that the platform does not list', () => {
  const unlisted = (history?: ServiceHistory, more: Partial<Snapshot> = {}) => {
    const { alerts: _, ...snapshot } = withAutoscaler(160, 320);
    return planned({ ...snapshot, ...more }, { history, alerts: undefined });
  };

  it('leave a full disk a finding, although it may grow, because nothing says whether it does', () => {
    const grown = { ...measured(158, 0, 160), provisioned: [[day, 160 * gb]] } as const;
    const finding = unlisted(grown).findings.find(({ code }) => code === 'disk-full');
    expect(finding?.message).toMatch(
      /^The disk is 99 % full \(160 GB\)\. It may grow, but whether its autoscaler acts is unknown/,
    );
  });

  it('are one warning for all projects', () => {
    expect(unlisted().findings.filter(({ code }) => code === 'alerts-unlisted')).toMatchObject([
      { project: '', service: '', message: expect.stringContaining('the alerts of 1 project (shop-prod)') },
    ]);
    expect(planned(withAutoscaler(160, 320), { alerts: [] }).findings).not.toContainEqual(
      expect.objectContaining({ code: 'alerts-unlisted' }),
    );
  });

  it('keep the alerts of the last list, until one comes without them', () => {
    const [service] = alertFor(30);
    const { findings } = unlisted(undefined, { lastAlerts: service && [service] });
    expect(findings).toContainEqual(expect.objectContaining({ code: 'autoscaler-stuck', service: 'orders' }));
  });

  it('make an old measurement unknown, and a measurement is asked for', () => {
    const old = { ...measured(80, 0, 160), used: [[day - 9, 80 * gb]], measuredDay: day - 9 } as const;
    expect(unlisted(old).disks).toMatchObject({ known: 0, unknown: 1 });
    expect(unlisted(measured(80, 0, 160)).disks).toMatchObject({ known: 1, unknown: 0 });
  });
});

describe('an autoscaler that does not act', () => {
  const stuck = (type: string, percent: number, more: Partial<ServiceHistory> = {}, applied?: string) => {
    const history = { ...measured(percent, 0, 100), ...more };
    const lastApplied = { ...lastAppliedToOrders, confirmedAt: applied ?? '2030-05-01T12:00:00.000Z' };
    return planned(withAutoscaler(100, 320, { type }), {
      history,
      alerts: [],
      planDiskMb: new Map([[`${type}/startup-4`, 80 * gb]]),
      planCapMb: new Map(),
      lastApplied: new Map([['shop-prod', [lastApplied]]]),
    }).findings.filter(({ code }) => code === 'autoscaler-stuck');
  };

  it.each([
    ['pg', 85],
    ['cassandra', 36],
    ['engine', 76],
  ])('is found from the threshold on: %s at %i %%, and its disk stays as it is', (type, percent) => {
    expect(stuck(type, percent)).toMatchObject([{ subject: 'soon', details: { limitedBy: 'maintenance', percent } }]);
    expect(stuck(type, percent - 2)).toEqual([]);
  });

  it('is not one whose disk grew since the day of the measurement, or that Headroom changed since', () => {
    const grewOn = (on: number) => stuck('pg', 88, { provisioned: [[on, 100 * gb]] });
    expect([grewOn(day - 1), grewOn(day)].map(({ length }) => length)).toEqual([1, 0]);
    const changed = (at: string) => stuck('pg', 88, {}, at).length;
    expect([changed('2030-06-14T12:00:00.000Z'), changed('2030-06-15T11:00:00.000Z')]).toEqual([1, 0]);
  });
});

describe('a disk whose limit is unknown', () => {
  it('is never called stuck', () => {
    const unknown = withAutoscaler(400, 320);
    const found = planned(unknown, {
      alerts: alertFor(30),
      planDiskMb: new Map([['pg/startup-4', null]]),
      planCapMb: new Map(),
    });
    expect(found.findings.map(({ code }) => code)).not.toContain('autoscaler-stuck');
    expect(found.findings.map(({ code }) => code)).toContain('disk-full');
  });
});

describe('a service that the platform does not warn of', () => {
  const planOfState = (state: string) =>
    planOf([{ ...withAutoscaler(100, 500, { state }), alerts: [], readAt: read }], { planCapMb });

  it('is measured while it is rebuilt, because silence says nothing about its disk then', () => {
    expect(planOfState('REBUILDING').toMeasure).toEqual([{ project: 'shop-prod', service: 'orders' }]);
    expect(planOfState('RUNNING').toMeasure).toEqual([]);
    expect(planOfState('POWEROFF').toMeasure).toEqual([]);
  });

  it('counts as unknown, not as one without an alert', () => {
    expect(planOfState('REBUILDING').plan.disks).toMatchObject({ known: 0, unknown: 1, withoutAlert: 0 });
    expect(planOfState('RUNNING').plan.disks).toMatchObject({ known: 0, unknown: 1, withoutAlert: 1 });
  });
});
