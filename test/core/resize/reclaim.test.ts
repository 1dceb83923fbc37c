import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Forecasts, makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { ProjectHistory } from '../../../lib/core/forecast/project-history.ts';
import { thresholdPercent } from '../../../lib/core/model/autoscaler.ts';
import type { Service, Snapshot } from '../../../lib/core/model/model.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { reclaimHorizonDays } from '../../../lib/core/resize/reclaim.ts';
import {
  additional,
  anEndpoint,
  aPolicy,
  aService,
  aSnapshot,
  enableAll,
  planDiskMb,
  planOf,
  pricedAt,
  today,
} from '../organization.ts';

const gb = 1024;
const day = 22_080;
const days = Array.from({ length: 60 }, (_, ago) => day - 59 + ago);

/** How the use of the disk of `orders` developed until `lastDay`. */
interface Use {
  readonly nowGb: number;
  readonly gbPerDay?: number;
  readonly lastDay?: number;
  readonly samples?: number;
  /** Largest use of the last month; null: unknown. */
  readonly peakGb?: number | null;
}

const historyOf = ({ nowGb, gbPerDay = 0, lastDay = day, samples = 60, peakGb = nowGb }: Use): ProjectHistory => ({
  days,
  services: [
    {
      name: 'orders',
      lastDay: day,
      provisioned: [[days[0] ?? 0, 200 * gb]],
      used: days
        .filter((one) => one <= lastDay)
        .slice(-samples)
        .map((one): [number, number] => [one, Math.round((nowGb - gbPerDay * (lastDay - one)) * gb)]),
      measuredDay: lastDay,
      ...(peakGb !== null && { peakMb: peakGb * gb }),
    },
  ],
});

const forecastsOf = (use: Use, diskMb: number | null): Forecasts =>
  makeForecasts({
    histories: new Map([['shop-prod', historyOf(use)]]),
    services: [{ project: 'shop-prod', name: 'orders', type: 'pg', plan: 'startup-4', diskMb }],
    planDiskMb,
    today: day,
  });

interface Given extends Partial<PlanInput> {
  readonly service?: Partial<Service>;
  readonly snapshot?: Partial<Snapshot>;
  readonly use?: Use;
  readonly named?: boolean;
}

const sizes: Partial<PlanInput> = {
  planCapMb: new Map([['pg/startup-4', 400 * gb]]),
  planStepMb: new Map([['pg/startup-4', 10 * gb]]),
};

const reclaiming = aPolicy({ reclaim: { enabled: true } });

const endpoints = [anEndpoint({ maximum: additional(200) })];
const attached = { diskMb: 200 * gb, integrations: [{ id: 'integration-1', endpointId: 'endpoint-1' }] };

/** The plan of a reclaim of an autoscaled disk of 200 GB, of which 80 are the plan's own and 60 are used. */
const planned = ({ service, snapshot, use = { nowGb: 60 }, named, ...given }: Given = {}) => {
  const one = aService({ ...attached, ...service });
  return planOf([aSnapshot({ services: [one], endpoints, alerts: [], ...snapshot })], {
    policy: reclaiming,
    reclaim: [named ? { project: 'shop-prod', service: 'orders' } : { project: '*', service: '*' }],
    forecasts: forecastsOf(use, one.diskMb),
    ...sizes,
    ...given,
  }).plan;
};

const sizeAfter = (given: Given = {}): number | undefined => {
  const [change] = planned(given).changes;
  return change?.kind === 'resize-disk' ? change.toMb / gb : undefined;
};

const reasonsOf = (given: Given): string[] => planned(given).findings.map(({ message }) => message);

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
    // 105 GB are expected in 90 days, and the P90 of more than 110 GB does not fit below 85 % of 130 GB.
    expect(sizeAfter({ use: { nowGb: 60, gbPerDay: 0.5 } })).toBe(140);
    expect(sizeAfter({ use: { nowGb: 60, gbPerDay: 1.5 } })).toBeUndefined();
  });

  it('leaves room for a load that came within the last month, although its disk is emptier at the end of each day', () => {
    const nightly = { nowGb: 60, peakGb: 130 };
    expect(sizeAfter({ use: nightly })).toBe(160);
    expect(planned({ use: nightly }).changes[0]?.reasons[0]?.text).toContain(
      '60 GB are used, at most 130 GB within the last month and 131 GB within 90 days (P90)',
    );
    expect(sizeAfter({ use: { nowGb: 60, peakGb: 165 } })).toBeUndefined();
    // What grows makes the load of the night grow too: at most 55 GB in 90 days.
    expect(sizeAfter({ use: { nowGb: 60, peakGb: 90, gbPerDay: 0.5 } })).toBe(180);
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

  const exempt = { tags: { 'disk-autoscaler-exempt': '2030-12-31' } };
  const unmeasured =
    'Not reclaimed: the use of its disk is not measured yet (run this again, or headroom forecast, which measures every disk).';
  it.each<[string, Given, string]>([
    ['was never measured', { forecasts: undefined }, unmeasured],
    ['has no history', { use: { nowGb: 60, lastDay: day - 100 } }, unmeasured],
    [
      'was measured days ago',
      { use: { nowGb: 60, lastDay: day - 2 } },
      'Not reclaimed: the use of its disk was last measured 2 days ago (run this again',
    ],
    [
      'has too short a history',
      { use: { nowGb: 60, samples: 5 } },
      'Not reclaimed: the forecast of its use is unknown (needs',
    ],
    [
      'has no known peak',
      { use: { nowGb: 60, peakGb: null } },
      'Not reclaimed: its largest use within the last month is not measured yet (run this again',
    ],
    [
      'has no autoscaler',
      { service: { integrations: [] } },
      'Not reclaimed: no autoscaler is attached to it, so a smaller disk could not grow again.',
    ],
    [
      'has room that a person granted',
      {
        grants: [
          { project: 'shop-prod', service: 'orders', maxGb: 300, through: today, by: 'ann', at: `${today}T00:00:00Z` },
        ],
      },
      `Not reclaimed: a person granted it a maximum of 300 GB through ${today}.`,
    ],
    ['has no size', { service: { diskMb: null } }, 'Not reclaimed: the platform does not report its disk size.'],
    [
      'has a plan without a known disk',
      { planDiskMb: new Map([['pg/startup-4', null]]) },
      'Not reclaimed: the platform does not report the disk of plan pg/startup-4.',
    ],
    [
      'has a plan without known steps',
      { planStepMb: new Map() },
      'Not reclaimed: the store has no step of disk sizes for plan pg/startup-4 yet',
    ],
    [
      'has an alert',
      { snapshot: { alerts: [{ service: 'orders', isCritical: false, since: null }] } },
      'Not reclaimed: the platform reports that its disk is nearly full.',
    ],
    [
      'has a project without listed alerts',
      { snapshot: { alerts: undefined } },
      'Not reclaimed: the platform did not list the alerts of its project.',
    ],
    ['is not running', { service: { state: 'REBUILDING' } }, 'Not reclaimed: the service is in state REBUILDING.'],
    [
      'is managed elsewhere',
      { service: { tags: { 'disk-autoscaler-managed-by': 'terraform' } } },
      'Not reclaimed: the service is managed by terraform.',
    ],
    [
      'is exempt',
      { policy: aPolicy({ reclaim: { enabled: true, match: { project: ['*'] } } }), service: exempt },
      'Not reclaimed: a tag exempts the service.',
    ],
    [
      'has an invalid record',
      { service: { unusable: 'no plan' } },
      "Not reclaimed: the platform's record of the service is invalid.",
    ],
  ])('offers nothing for a service that %s, and says why', (_, given, why) => {
    const { changes, findings } = planned(given);
    expect(changes).toEqual([]);
    const ofService = findings.filter((finding) => finding.service === 'orders');
    expect(ofService).toMatchObject([{ code: 'not-reclaimed', project: 'shop-prod' }]);
    expect(ofService[0]?.message).toContain(why);
  });

  it('is silent about a service with nothing to give back, unless a person names it', () => {
    const plain = { service: { diskMb: 80 * gb } };
    expect([reasonsOf(plain), reasonsOf({ ...plain, named: true })]).toEqual([
      [],
      ['Not reclaimed: its disk has no added storage.'],
    ]);
    const full = { use: { nowGb: 165 } };
    expect(reasonsOf(full)).toEqual([]);
    expect(reasonsOf({ ...full, named: true })[0]).toContain('Not reclaimed: it needs its 200 GB: 165 GB are used');
    const gone = { reclaim: [{ project: 'shop-prod', service: 'none' }] };
    expect(reasonsOf(gone)).toEqual(['Not reclaimed: there is no such service, or its project could not be read.']);
  });

  it.each<[string, Partial<Service>]>([
    ['is exempt', exempt],
    ['is managed elsewhere', { tags: { 'disk-autoscaler-managed-by': 'terraform' } }],
    ['is not running', { state: 'POWEROFF' }],
  ])('is silent about a service without added storage that %s', (_, service) => {
    const inScope = aPolicy({ reclaim: { enabled: true, match: { project: ['*'] } } });
    expect(reasonsOf({ policy: inScope, service: { ...service, diskMb: 80 * gb } })).toEqual([]);
  });

  it.each<[string, Given]>([
    ['is exempt', { service: exempt }],
    ['is managed elsewhere', { service: { tags: { 'disk-autoscaler-managed-by': 'terraform' } } }],
    ['has an invalid record', { service: { unusable: 'no plan' } }],
  ])('is silent about a service out of scope that %s', (_, given) => {
    const outOfScope = aPolicy({ reclaim: { enabled: true, match: { service: ['other'] } } });
    expect(reasonsOf({ policy: outOfScope, ...given })).toEqual([]);
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
