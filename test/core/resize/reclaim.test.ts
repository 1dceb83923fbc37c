import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thresholdPercent } from '../../../lib/core/model/autoscaler.ts';
import { reclaimHorizonDays } from '../../../lib/core/resize/reclaim.ts';
import { aPolicy, aService, aSnapshot, enableAll, planOf, pricedAt, today } from '../organization.ts';
import {
  attached,
  day,
  endpoints,
  forecastsOf,
  type Given,
  gb,
  planned,
  reclaiming,
  sizeAfter,
  sizes,
} from './planned-reclaims.ts';

describe('a reclaim', () => {
  it('offers the smallest disk that holds the use of the next 90 days below the threshold', () => {
    const { changes, summary, verdict, violations } = planned();
    expect(changes).toMatchObject([
      {
        kind: 'resize-disk',
        phase: 'release',
        project: 'shop-prod',
        service: 'orders',
        fromMb: 200 * gb,
        toMb: 80 * gb,
      },
    ]);
    expect(changes[0]?.reasons).toEqual([
      {
        source: 'reclaim',
        text: 'Removes 120 of 120 GB of added storage with a rolling restart: 60 GB are used, at most 60 GB within the last month and 61 GB within 90 days (P90), and the autoscaler grows a disk at 85 %. Saves 18.00 USD a month.',
      },
    ]);
    expect(summary).toMatchObject({ reclaim: 1, reclaimedGb: 120, reclaimedMonthly: '18.00', netGb: 0 });
    expect([verdict, violations.map(({ guardrail }) => guardrail)]).toEqual(['needs-approval', ['resize']]);
  });

  it('leaves room for expected growth, and nothing to reclaim where the disk grows back within 90 days', () => {
    // 105 GB are expected in 90 days, and the P90 of more than 136 GB does not fit below 85 % of 160 GB.
    expect(sizeAfter({ use: { nowGb: 60, gbPerDay: 0.5 } })).toBe(170);
    expect(sizeAfter({ use: { nowGb: 60, gbPerDay: 1.5 } })).toBeUndefined();
  });

  it('leaves room for a load that came within the last month, although its disk is emptier at the end of each day', () => {
    const nightly = { nowGb: 60, peakGb: 130 };
    expect(sizeAfter({ use: nightly })).toBe(160);
    expect(planned({ use: nightly }).changes[0]?.reasons[0]?.text).toContain(
      '60 GB are used, at most 130 GB within the last month and 131 GB within 90 days (P90)',
    );
    expect(sizeAfter({ use: { nowGb: 60, peakGb: 165 } })).toBeUndefined();
    // What grows makes the load of the night grow too, so 200 GB are needed for 90 GB of today.
    expect(sizeAfter({ use: { nowGb: 60, peakGb: 70, gbPerDay: 0.5 } })).toBe(180);
    expect(sizeAfter({ use: { nowGb: 60, peakGb: 90, gbPerDay: 0.5 } })).toBeUndefined();
  });

  it('never offers a disk that the present use or the forecast would make grow', () => {
    const uses = fc.record({ nowGb: fc.integer({ min: 1, max: 200 }), gbPerDay: fc.integer({ min: 0, max: 2 }) });
    fc.assert(
      fc.property(uses, fc.integer({ min: 81, max: 400 }), (use, diskGb) => {
        const diskMb = diskGb * gb;
        const toGb = sizeAfter({ service: { diskMb }, use });
        if (toGb === undefined) return;
        const ahead = forecastsOf(use, diskMb).useAhead(
          { project: 'shop-prod', name: 'orders', type: 'pg', plan: 'startup-4', diskMb },
          reclaimHorizonDays,
        );
        const aheadMb = ahead.kind === 'known' ? ahead.usedMb : Number.NaN;
        expect(Math.max(use.nowGb * gb, aheadMb) * 100).toBeLessThan(toGb * gb * thresholdPercent('pg'));
        expect([toGb >= 80, toGb <= diskGb - 10, (toGb - 80) % 10]).toEqual([true, true, 0]);
      }),
    );
  });

  it('tells money as unknown where no price is known', () => {
    const { changes, summary } = planned({ policy: aPolicy({ reclaim: { enabled: true }, prices: pricedAt(null) }) });
    expect(changes[0]?.reasons[0]?.text).toContain('The saving is unknown: no price is known.');
    expect(summary.reclaimedMonthly).toBeNull();
  });

  it('asks for the sizes and the price of a plan before it says anything', () => {
    const unknown = { planDiskMb: new Map(), planCapMb: new Map(), planStepMb: new Map() };
    const result = planOf([aSnapshot({ services: [aService({ diskMb: 200 * gb })], alerts: [] })], {
      policy: reclaiming,
      reclaim: [{ project: '*', service: '*' }],
      ...unknown,
    });
    expect([result.needs, result.priceNeeds, result.plan.changes]).toEqual([
      [{ project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' }],
      [{ project: 'shop-prod', serviceType: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' }],
      [],
    ]);
  });

  it('offers storage again after the last day of a grant', () => {
    const grant = { project: 'shop-prod', service: 'orders', maxGb: 300, by: 'ann', at: '2030-06-01T00:00:00Z' };
    expect(sizeAfter({ grants: [{ ...grant, through: '2030-06-14' }] })).toBe(80);
    expect(sizeAfter({ grants: [{ ...grant, service: 'other', through: today }] })).toBe(80);
  });

  it('measures today only services whose use decides', () => {
    const toMeasure = (given: Given) => {
      const one = aService({ ...attached, ...given.service });
      const { use = { nowGb: 60 } } = given;
      return planOf([aSnapshot({ services: [one], endpoints, alerts: [] })], {
        policy: reclaiming,
        reclaim: [{ project: '*', service: 'ord*' }],
        forecasts: forecastsOf(use, one.diskMb),
        ...sizes,
      }).toMeasure.map(({ service }) => service);
    };
    expect(toMeasure({})).toEqual([]);
    expect(toMeasure({ use: { nowGb: 165, lastDay: day - 1 } })).toEqual(['orders']);
    expect(toMeasure({ use: { nowGb: 60, lastDay: day - 100 } })).toEqual(['orders']);
    const old = { use: { nowGb: 60, lastDay: day - 1 } };
    expect(toMeasure({ ...old, service: { diskMb: 80 * gb } })).toEqual([]);
    expect(toMeasure({ ...old, service: { state: 'POWEROFF' } })).toEqual([]);
    expect(toMeasure({ ...old, service: { name: 'other' } })).toEqual([]);
  });

  it('does not restart a service for less than one step', () => {
    expect(sizeAfter({ service: { diskMb: 89 * gb } })).toBeUndefined();
    expect(sizeAfter({ service: { diskMb: 90 * gb } })).toBe(80);
  });
});

describe('the policy of reclaims', () => {
  const ignored = aPolicy({ rules: [{ ...enableAll(100), match: { service: ['other'] } }] });
  const off = aPolicy({ rules: [{ name: 'none', match: { project: ['*'] }, effect: 'disable' }] });

  it.each([
    ['is absent', aPolicy(), undefined],
    ['is disabled', aPolicy({ reclaim: { enabled: false } }), undefined],
    ['is disabled although it selects the service', aPolicy({ reclaim: { enabled: false, match: {} } }), undefined],
    ['enables it for services with the autoscaler', reclaiming, 80],
    ['enables it, and no rule matches the service', { ...ignored, reclaim: { enabled: true } }, undefined],
    ['enables it, and the rule turns the autoscaler off', { ...off, reclaim: { enabled: true } }, undefined],
    [
      'selects the service, whatever its rule says',
      { ...off, reclaim: { enabled: true, match: { service: ['ord*'] } } },
      80,
    ],
    ['selects another one', { ...reclaiming, reclaim: { enabled: true, match: { service: ['!ord*'] } } }, undefined],
  ])('%s', (_, policy, size) => {
    expect(sizeAfter({ policy })).toBe(size);
  });

  it('is no part of a plan that does not ask for a reclaim', () => {
    const { changes, summary } = planned({ reclaim: undefined });
    expect(changes.filter(({ kind }) => kind === 'resize-disk')).toEqual([]);
    expect(summary.reclaim).toBeUndefined();
  });

  it('waits in a freeze, also in one that allows enabling and raising', () => {
    const freeze = { reason: 'sale', untilMs: 0, isUnreadable: false, allow: ['enable', 'raise'] } as const;
    const { changes, freeze: held, verdict } = planned({ freeze });
    expect([changes, held?.waiting.map(({ kind }) => kind), verdict]).toEqual([[], ['resize-disk'], 'nothing']);
  });

  it('only observes in mode observe', () => {
    expect(planned({ policy: { ...reclaiming, mode: 'observe' } }).verdict).toBe('observe');
  });
});
