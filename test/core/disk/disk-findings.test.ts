import { describe, expect, it } from 'vitest';
import type { Service } from '../../../lib/core/model/model.ts';
import { at, snapshotWith } from '../one-service.ts';
import { aPolicy, enableAll, planOf, pricedAt } from '../organization.ts';
import {
  alertFor,
  codes,
  disk,
  found,
  measured,
  message,
  off,
  planned,
  read,
  withAutoscaler,
  withoutAutoscaler,
} from './planned-disks.ts';

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
          'The platform reports a nearly full disk (100 GB). It has not grown for 12 minutes, although its autoscaler and its plan allow it: a maintenance is pending, and growths between two maintenances are limited. Start its maintenance (headroom maintenance start shop-prod/orders): afterwards the disk can grow again.',
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

describe('a maintenance that is pending while the disk is near its threshold', () => {
  const pending = (startsAt: string | null = '2030-06-23T03:00:00.000Z', more: Partial<Service> = {}) =>
    withAutoscaler(100, 500, { pendingMaintenance: { startsAt }, ...more });

  it('is a warning that says when it starts by itself, and what happens until then', () => {
    expect(message('maintenance-pending', pending(), { history: measured(81, 0, 100) })).toBe(
      'The disk is 81 % full (100 GB), its autoscaler grows it at 85 %, and a maintenance is pending (from 2030-06-23 03:00 UTC). Growths between two maintenances are limited, so the next one may have to wait for it. Start it when a restart suits: headroom maintenance start shop-prod/orders.',
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

  it('has no size where the platform gives none', () => {
    const sizeless = snapshotWith([], [], { diskMb: null });
    expect(message('disk-full', sizeless, { alerts: alertFor(1, true), policy: off })).toMatch(
      /^The platform reports a full disk \(unknown size\)\. /,
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
    expect(text).toContain('headroom grant shop-prod/orders 115, up to 2.25 USD a month more');
  });

  it('of another tool is that tool’s', () => {
    const foreign = snapshotWith([at('f1', 100, 'made-by-hand')], ['f1'], disk(180));
    const text = message('disk-full', foreign, { history: measured(175, 0, 180) });
    expect(text).toContain('its autoscaler (not managed by Headroom) is at its maximum');
    expect(text).toContain('Raise the maximum of endpoint made-by-hand');
  });
});
