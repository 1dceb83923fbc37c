import { describe, expect, it } from 'vitest';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { ServiceHistory } from '../../../lib/core/forecast/project-history.ts';
import type { DiskAlert, RememberedProject, Service, Snapshot } from '../../../lib/core/model/model.ts';
import type { Budget, Policy } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { at, world } from '../one-service.ts';
import { aPolicy, enableAll, planDiskMb, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const gb = 1024;
const day = 22_080;
/** 80 GB of the plan `startup-4`, which allows 400 GB. */
const planCapMb = new Map([['pg/startup-4', 400 * gb]]);

/** Two weeks of measurements up to today; the disk grows by `perDay` GB a day to `usedGb`. */
const measured = (usedGb: number, perDay = 0, sizeGb = 400): ServiceHistory => {
  const days = Array.from({ length: 20 }, (_, place) => day - 19 + place);
  return {
    name: 'orders',
    lastDay: day,
    provisioned: [[day - 19, sizeGb * gb]],
    used: days.map((on) => [on, (usedGb - (day - on) * perDay) * gb]),
    measuredDay: day,
  };
};

interface Given extends Partial<Omit<PlanInput, 'policy'>> {
  readonly history?: ServiceHistory;
  readonly alerts?: readonly DiskAlert[];
  readonly policy?: Parameters<typeof aPolicy>[0];
}

const read = '2030-06-15T12:00:00.000Z';

const planned = (snapshot: Snapshot, { history, alerts, policy, ...more }: Given = {}) => {
  const days = Array.from({ length: 20 }, (_, place) => day - 19 + place);
  const histories = new Map([['shop-prod', { days, services: history === undefined ? [] : [history] }]]);
  const forecasts = makeForecasts({ histories, services: [], planDiskMb, planCapMb, today: day });
  const { plan } = planOf([{ ...snapshot, alerts, readAt: read }], {
    forecasts,
    planCapMb,
    policy: aPolicy({ rules: [enableAll(500)], ...policy }),
    ...more,
  });
  return plan;
};

const codesOfDisks = [
  'disk-full',
  'disk-fills-up',
  'autoscaler-stuck',
  'maintenance-pending',
  'plan-limit-reached',
  'plan-limit-below-maximum',
  'maximum-reached',
];
const found = (snapshot: Snapshot, given: Given = {}) =>
  planned(snapshot, given).findings.filter(({ code }) => codesOfDisks.includes(code));
const codes = (...of: Parameters<typeof found>) => found(...of).map(({ code }) => code);
const message = (code: string, ...of: Parameters<typeof found>) =>
  found(...of).find((one) => one.code === code)?.message;

const disk = (sizeGb: number, more: Partial<Service> = {}) => ({ diskMb: sizeGb * gb, ...more });
const withAutoscaler = (sizeGb: number, maximumGb: number, more: Partial<Service> = {}) =>
  world([at('e1', maximumGb)], ['e1'], disk(sizeGb, more));
const withoutAutoscaler = (sizeGb: number, more: Partial<Service> = {}) => world([], [], disk(sizeGb, more));
const alertFor = (minutes: number | null, isCritical = false): DiskAlert[] => [
  {
    service: 'orders',
    isCritical,
    since: minutes === null ? null : new Date(Date.parse(read) - minutes * 60_000).toISOString(),
  },
];
const enforced: Partial<Policy> = { mode: 'enforce', rules: [enableAll(500)] };
const off = { rules: [{ name: 'none', match: { project: ['*'] }, effect: 'disable' }] } as const;

describe('a full disk at the limit of its plan', () => {
  const full = withAutoscaler(400, 500);

  it('is reported with a larger plan as the remedy, never with a higher maximum', () => {
    expect(codes(full, { history: measured(400) })).toEqual(['disk-full', 'plan-limit-reached']);
    const text = message('disk-full', full, { history: measured(400) });
    expect(text).toContain(
      'The disk is 100 % full (400 GB). It cannot grow: plan startup-4 allows no more than 400 GB.',
    );
    expect(text).toContain('Move it to a plan with a disk of at least 500 GB');
    expect(text).not.toContain('Raise');
  });

  it('is at that limit before it is full, too', () => {
    expect(codes(full, { history: measured(200) })).toEqual(['plan-limit-reached']);
    expect(codes(full)).toEqual(['plan-limit-reached']);
  });

  it('needs a plan with 125 % of the used space, and more than the disk has', () => {
    const text = (usedGb: number) => message('plan-limit-reached', full, { history: measured(usedGb) });
    expect(text(380)).toContain('at least 475 GB');
    expect(text(200)).toContain('at least 401 GB');
    expect(message('plan-limit-reached', full)).toContain('at least 500 GB');
  });

  it('is reported days before it is full', () => {
    const filling = measured(340, 3);
    expect(codes(full, { history: filling })).toEqual(['disk-fills-up', 'plan-limit-reached']);
    expect(found(full, { history: filling })[0]).toMatchObject({
      subject: 'soon',
      details: { limitedBy: 'plan', percent: 85, days: 20 },
    });
  });
});

describe('a plan that allows less than the maximum', () => {
  it('is a notice with what can be used, and only that is money', () => {
    const fresh = withoutAutoscaler(80);
    const policy = { prices: pricedAt('0.15') };
    expect(message('plan-limit-below-maximum', withAutoscaler(80, 500))).toBe(
      '320 of the 500 GB can be used: plan startup-4 allows no more than 400 GB. A larger plan allows more.',
    );
    expect(planned(fresh, { policy }).summary).toMatchObject({ addedGb: 320, addedMonthly: '48.00' });
  });

  it('is none for a maximum that fits, and none of a plan whose limit is unknown', () => {
    expect(codes(withAutoscaler(80, 320), { policy: { rules: [enableAll(320)] } })).toEqual([]);
    expect(codes(withAutoscaler(80, 500), { planCapMb: new Map([['pg/startup-4', null]]) })).toEqual([]);
  });
});

describe('a full disk whose budget gives it no room', () => {
  const budgets: readonly Budget[] = [
    { name: 'storage', monthly: '0.10', basis: 'run-rate', match: { project: ['*'] }, deadBandGb: 0, warnPercent: 90 },
  ];
  const full = withAutoscaler(100, 20);
  const policy = { rules: [enableAll(100)], budgets, prices: pricedAt('0.15') };
  const prices = platformPrices([['pg/startup-4/aws-eu-west-1', null]]);

  it('is one finding, a full disk, with the remedy of the budget', () => {
    const [finding, ...others] = found(full, { history: measured(94), policy, prices });
    expect(finding).toMatchObject({ code: 'disk-full', subject: '90 %', details: { budget: 'storage', percent: 94 } });
    expect(finding?.message).toContain('budget "storage" gives it no room to grow');
    expect(others.map(({ code }) => code)).not.toContain('disk-fills-up');
  });

  it('is at least as full as the platform says, whatever was measured before', () => {
    const [finding] = found(full, { history: measured(85), policy, prices, alerts: alertFor(5) });
    expect(finding).toMatchObject({ code: 'disk-full', details: { percent: 90 } });
    expect(finding?.message).toContain('The disk is at least 90 % full');
  });
});

describe('an autoscaler that does not act', () => {
  const stuck = withAutoscaler(100, 500);

  it('is reported once the disk was nearly full for ten minutes, with maintenance as the remedy', () => {
    expect(codes(stuck, { alerts: alertFor(9) })).not.toContain('autoscaler-stuck');
    const text = message('autoscaler-stuck', stuck, { alerts: alertFor(10) });
    expect(text).toContain('The platform reports a nearly full disk (100 GB). It has not grown for 10 minutes');
    expect(text).toContain('Start its maintenance');
  });

  it('is reported as well where the alert has no readable time', () => {
    expect(codes(stuck, { alerts: alertFor(null) })).toContain('autoscaler-stuck');
  });

  it('names the pending maintenance as the cause, with the one remedy', () => {
    const pending = withAutoscaler(100, 500, { pendingMaintenance: { startsAt: '2030-06-23T03:00:00.000Z' } });
    expect(found(pending, { alerts: alertFor(12), policy: { rules: [enableAll(320)] } })).toMatchObject([
      {
        code: 'autoscaler-stuck',
        message:
          'The platform reports a nearly full disk (100 GB). It has not grown for 12 minutes, although its autoscaler and its plan allow it: a maintenance is pending, and growths between two maintenances are limited. Start its maintenance (PUT /v1/project/shop-prod/service/orders/maintenance/start): afterwards the disk can grow again.',
      },
    ]);
  });

  it('comes with a plan of 125 % of the used space where no maintenance is pending', () => {
    const text = message('autoscaler-stuck', stuck, { alerts: alertFor(12), history: measured(96, 0, 100) });
    expect(text).toContain('If none is due, move it to a plan with a disk of at least 120 GB');
  });

  it('is to be waited for while the service is rebuilt', () => {
    const rebuilding = withAutoscaler(100, 500, { state: 'REBUILDING' });
    const text = message('disk-full', rebuilding, { alerts: alertFor(12), history: measured(96, 0, 100) });
    expect(text).toContain('It cannot grow: the service is in state REBUILDING. Wait until the service runs again');
  });
});

describe('alerts that the platform does not list', () => {
  const unlisted = (history?: ServiceHistory, more: Partial<Snapshot> = {}) => {
    const { alerts: _, ...snapshot } = withAutoscaler(160, 320);
    return planned({ ...snapshot, ...more }, { history, alerts: undefined });
  };

  it('leave a full disk a finding, although it may grow, because nothing says whether it does', () => {
    const finding = unlisted(measured(158, 0, 160)).findings.find(({ code }) => code === 'disk-full');
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

describe('a change that gives a full disk no room', () => {
  it('leaves its finding open: at the limit of the plan', () => {
    const full = withoutAutoscaler(400);
    expect(planned(full, { history: measured(398), policy: enforced }).changes).not.toEqual([]);
    expect(codes(full, { history: measured(398), policy: enforced })).toContain('disk-full');
  });

  it('leaves its finding open: with a maximum at the provisioned size', () => {
    const full = withoutAutoscaler(300);
    const policy = { ...enforced, rules: [enableAll(100)] };
    expect(codes(full, { history: measured(298), policy })).toContain('disk-full');
    expect(codes(full, { history: measured(298), policy: { ...enforced, rules: [enableAll(300)] } })).toEqual([]);
  });
});

describe('the remedy at a maximum', () => {
  const full = (more: Partial<Service> = {}) => withAutoscaler(180, 100, more);
  const remedy = (policy: Given['policy'], more: Partial<Service> = {}) =>
    message('disk-full', full(more), { history: measured(178, 0, 180), policy });

  it('is a grant only where a grant counts', () => {
    expect(remedy({ rules: [enableAll(100)] })).toContain('headroom grant shop-prod/orders 118');
    expect(remedy(off)).not.toContain('grant');
    expect(remedy({ rules: [enableAll(100)] }, { tags: { 'disk-autoscaler-exempt': '2031-01-01' } })).toContain(
      'End its exemption',
    );
  });

  it('stays within the limits of the organization and of the plan', () => {
    expect(remedy({ rules: [enableAll(100)], limits: { maxAdditionalGb: 100 } })).toContain(
      'The limits of the policy allow no more than 100 GB: raise limits.maxAdditionalGb first',
    );
    expect(remedy({ rules: [enableAll(100)], limits: { maxAdditionalGb: 112 } })).toContain(
      'grant shop-prod/orders 112',
    );
    const atPlan = withAutoscaler(395, 315);
    const text = message('disk-full', atPlan, { history: measured(394), policy: { rules: [enableAll(315)] } });
    expect(text).toContain('Move it to a plan with a disk of at least 493 GB');
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

describe('a project that this run could not read', () => {
  const last = { ...withAutoscaler(160, 320), alerts: alertFor(30), readAt: read };
  const rememberedPlan = (more: Partial<RememberedProject>, given: Partial<PlanInput> = {}) =>
    planOf([], { planCapMb, remembered: [{ ...last, ...more }], ...given }).plan.findings;

  it('is judged with what Headroom changed last', () => {
    expect(rememberedPlan({})).toContainEqual(expect.objectContaining({ code: 'autoscaler-stuck' }));
    const confirmedAt = new Date(Date.parse(read) - 120_000).toISOString();
    const lastApplied = new Map([['shop-prod', [{ service: 'orders', maxAdditionalGb: 320, confirmedAt }]]]);
    expect(rememberedPlan({}, { lastApplied: lastApplied as unknown as PlanInput['lastApplied'] })).not.toContainEqual(
      expect.objectContaining({ code: 'autoscaler-stuck' }),
    );
  });

  it('has its accepted findings accepted', () => {
    const accept = [
      { code: 'autoscaler-stuck', match: { service: ['orders'] }, until: '2099-01-01', reason: 'known' },
    ] as const;
    expect(rememberedPlan({}, { policy: aPolicy({ accept }) })).not.toContainEqual(
      expect.objectContaining({ code: 'autoscaler-stuck' }),
    );
  });

  it('that only shares a budget with the run has no finding here: the next pass that is for it has it', () => {
    expect(rememberedPlan({ standing: 'beside' })).toEqual([]);
  });

  it('that the platform no longer lists keeps its findings, and its disks count no more', () => {
    const { findings, disks } = planOf([], { planCapMb, remembered: [{ ...last, standing: 'unlisted' }] }).plan;
    expect(findings).toContainEqual(expect.objectContaining({ code: 'autoscaler-stuck' }));
    expect(disks).toMatchObject({ known: 0, unknown: 0 });
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

describe('a maintenance that is pending while the disk is near its threshold', () => {
  const pending = (startsAt: string | null = '2030-06-23T03:00:00.000Z', more: Partial<Service> = {}) =>
    withAutoscaler(100, 500, { pendingMaintenance: { startsAt }, ...more });

  it('is a warning that says when it starts by itself, and what happens until then', () => {
    expect(message('maintenance-pending', pending(), { history: measured(81, 0, 100) })).toBe(
      'The disk is 81 % full (100 GB), its autoscaler grows it at 85 %, and a maintenance is pending (from 2030-06-23 03:00 UTC). Growths between two maintenances are limited, so the next one may have to wait for it. Start it when a restart suits: PUT /v1/project/shop-prod/service/orders/maintenance/start.',
    );
    expect(message('maintenance-pending', pending(null), { history: measured(81, 0, 100) })).toContain(
      'a maintenance is pending. Growths',
    );
  });

  it('is none for a disk with room, without a measurement, or that the autoscaler never grows', () => {
    expect(codes(pending(), { history: measured(79, 0, 100) })).not.toContain('maintenance-pending');
    expect(codes(pending())).not.toContain('maintenance-pending');
    const { pendingMaintenance } = pending().services[0] as Service;
    const without = withoutAutoscaler(100, { pendingMaintenance });
    expect(codes(without, { history: measured(81, 0, 100) })).not.toContain('maintenance-pending');
    expect(codes(withAutoscaler(400, 500, { pendingMaintenance }), { history: measured(330) })).not.toContain(
      'maintenance-pending',
    );
  });

  it('gives way to the finding of an autoscaler that is stuck', () => {
    expect(codes(pending(), { history: measured(96, 0, 100), alerts: alertFor(20) })).not.toContain(
      'maintenance-pending',
    );
  });
});

describe('a full disk without an autoscaler', () => {
  it.each([
    ['that the policy turns off', withoutAutoscaler(100), off, 'the policy or a tag turns its autoscaler off'],
    ['that no rule selects', withoutAutoscaler(100), { rules: [] }, 'it has no autoscaler'],
    [
      'that a tag exempts',
      withoutAutoscaler(100, { tags: { 'disk-autoscaler-exempt': '2031-01-01' } }),
      {},
      'a tag exempts the service',
    ],
    [
      'that its type does not allow',
      withoutAutoscaler(100, { type: 'valkey' }),
      {},
      'Service type valkey does not support',
    ],
    ['that does not run', withoutAutoscaler(100, { state: 'POWEROFF' }), off, 'turns its autoscaler off'],
  ])('%s is reported', (_, snapshot, policy, why) => {
    const text = message('disk-full', snapshot, { history: measured(95, 0, 100), policy });
    expect(text).toContain('The disk is 95 % full (100 GB)');
    expect(text).toContain(why);
  });

  it('is reported by the alert alone, where it was never measured', () => {
    expect(message('disk-full', withoutAutoscaler(100), { alerts: alertFor(1, true), policy: off })).toContain(
      'The platform reports a full disk (100 GB). It cannot grow',
    );
  });

  it('is reported by the old reading of a project that could not be read', () => {
    const snapshot = { ...withoutAutoscaler(100), alerts: alertFor(1, true), readAt: read };
    const { plan } = planOf([], {
      remembered: [snapshot],
      unread: [{ project: 'shop-prod', error: 'X', message: 'x' }],
    });
    expect(plan.findings.map(({ code }) => code)).toContain('disk-full');
  });

  it('is no finding where this plan enables the autoscaler at once, and one where that waits for a person', () => {
    const fresh = withoutAutoscaler(100);
    const alerts = alertFor(1);
    expect(codes(fresh, { alerts })).not.toContain('disk-full');
    expect(codes(fresh, { alerts, policy: { mode: 'observe' } })).toContain('disk-full');
    const { guardrails } = aPolicy({});
    expect(codes(fresh, { alerts, policy: { guardrails: { ...guardrails, maxChanges: 0 } } })).toContain('disk-full');
  });
});

describe('a full disk whose maximum is the limit', () => {
  it('comes with the maximum to grant and its price', () => {
    const policy = { rules: [enableAll(100)], prices: pricedAt('0.15') };
    const text = message('disk-full', withAutoscaler(180, 100), { history: measured(175, 0, 180), policy });
    expect(text).toContain('cannot grow: its autoscaler is at its maximum');
    expect(text).toContain('headroom grant shop-prod/orders 118, up to 2.70 USD a month more');
  });

  it('of another tool is that tool’s', () => {
    const foreign = world([at('f1', 100, 'made-by-hand')], ['f1'], disk(180));
    const text = message('disk-full', foreign, { history: measured(175, 0, 180) });
    expect(text).toContain('its autoscaler (not managed by Headroom) is at its maximum');
    expect(text).toContain('Raise the maximum of endpoint made-by-hand');
  });
});

describe('the disks of a plan', () => {
  it('are known or unknown, and together they are all that have a disk', () => {
    const fresh = withoutAutoscaler(80);
    expect(planned(fresh).disks).toEqual({ known: 0, unknown: 1, withoutAlert: 0, oldestDays: null, nearlyFull: 0 });
    expect(planned(fresh, { alerts: [] }).disks).toMatchObject({ known: 0, unknown: 1, withoutAlert: 1 });
    expect(planned(fresh, { alerts: alertFor(5) }).disks).toMatchObject({ known: 1, unknown: 0, nearlyFull: 1 });
    expect(planned(fresh, { history: measured(40, 0, 80) }).disks).toMatchObject({
      known: 1,
      unknown: 0,
      oldestDays: 0,
    });
    expect(planned(withoutAutoscaler(0)).disks).toMatchObject({ known: 0, unknown: 0 });
  });

  it('are measured where they are nearly full', () => {
    const alerted = { ...withoutAutoscaler(80), alerts: alertFor(5), readAt: read };
    expect(planOf([alerted]).toMeasure).toEqual([{ project: 'shop-prod', service: 'orders' }]);
    expect(planOf([withoutAutoscaler(80)]).toMeasure).toEqual([]);
  });
});
