import { describe, expect, it } from 'vitest';
import { parseMoney } from '../../lib/core/model/money.ts';
import { live } from '../../lib/simulate/live.ts';
import { enableAll } from '../workflow/scenarios.ts';
import { budgetOf, lifeOptions, policyOf, smallOrganization } from './organization.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const day = (text: string) => parseMoney(text) ?? 0n;

describe('a life without a policy', async () => {
  const life = await live(lifeOptions({ policy: null }));

  it('shows when disks fill up, and makes no call', () => {
    const [orders, carts] = life.services;
    expect(orders).toMatchObject({ service: 'orders', owner: 'shop', isProduction: true });
    expect(orders?.firstFullDay).toBeGreaterThanOrEqual(1);
    expect(orders?.fullHours).toBeCloseTo(240 - 24 * (20 / 10), -2);
    expect(carts).toMatchObject({ fullHours: 0, firstFullDay: null });
    expect([life.calls, life.passes, life.cost, life.gb]).toEqual([0, 0, 0n, 0]);
  });

  it('counts the disks that are full at the end of each day', () => {
    const first = life.services[0]?.firstFullDay ?? 0;
    expect(life.days.map(({ full }) => full)).toEqual(life.days.map((_, on) => (on >= first ? 1 : 0)));
  });

  it('takes away the autoscalers of Headroom and leaves those of others', async () => {
    const [project] = smallOrganization.projects;
    const withEndpoints = {
      ...smallOrganization,
      projects: [
        {
          ...project,
          name: 'shop-prod',
          endpoints: [
            { name: 'headroom-orders', maxAdditionalGb: 100 },
            { name: 'by-hand', maxAdditionalGb: 100 },
          ],
          integrations: [
            { service: 'orders', endpoint: 'headroom-orders' },
            { service: 'carts', endpoint: 'by-hand' },
          ],
        },
      ],
    };
    const other = await live(lifeOptions({ policy: null, scenario: withEndpoints }));
    expect(other.services).toEqual(life.services);
    expect(other.maximumGb).toBe(100);
  });
});

describe('a life under a policy', () => {
  it('is protected: the disk grows and is never full', async () => {
    const life = await live(lifeOptions());
    expect(life.services.map(({ fullHours }) => fullHours)).toEqual([0, 0]);
    expect(life.writes).toBe(4);
    expect(life.passes).toBe(40);
    expect(life.gb).toBeGreaterThan(50);
    expect(life.maximumGb).toBe(200);
  });

  it('costs what was provisioned, and shows the rate of a whole month', async () => {
    const life = await live(lifeOptions());
    const [month] = life.months;
    expect(month).toMatchObject({ month: '2026-03', hours: 240 });
    // A whole month has 730 hours.
    expect(Number(month?.provisioned) / Number(life.cost)).toBeCloseTo(730 / 240, 6);
    expect(month?.worstCase).toBe(200n * 730n * day('0.0005'));
  });

  it('stops at a budget, which the months compare with the money that is provisioned', async () => {
    const life = await live(lifeOptions({ days: 14, policy: policyOf(enableAll(300, budgetOf('20.00'))) }));
    expect(life.services[0]?.fullHours).toBeGreaterThan(0);
    const [month] = life.months;
    expect(month?.budget).toBe(day('20.00'));
    expect(month?.worstCase).toBeLessThanOrEqual(day('20.00'));
    expect(month?.unspent).toBeGreaterThanOrEqual(0n);
  });

  it('fails with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(live(lifeOptions(), { signal })).rejects.toThrow('enough');
  });
});

describe('approvals', () => {
  const policy = policyOf(enableAll(100).replace('firstRun: apply', 'firstRun: propose'));

  it('come after the time that people take', async () => {
    const life = await live(lifeOptions({ policy, approveAfterMs: dayMs }));
    expect(life).toMatchObject({ approvals: 1, daysWaited: 1, waiting: null, maximumGb: 200 });
  });

  it('that come at once are carried out by the pass that showed the plan', async () => {
    const life = await live(lifeOptions({ policy, approveAfterMs: 0 }));
    expect(life).toMatchObject({ approvals: 1, daysWaited: 0, waiting: null, maximumGb: 200 });
    expect(life.days).toEqual(
      (await live(lifeOptions({ policy: policyOf(enableAll(100)), approveAfterMs: null }))).days,
    );
  });

  it('may never come: the plan waits since the first day, and nothing is protected', async () => {
    const life = await live(lifeOptions({ policy, approveAfterMs: null }));
    expect(life).toMatchObject({ approvals: 0, daysWaited: 10, writes: 0 });
    expect(life.waiting).toMatchObject({ sinceDay: 0, services: 2, reasons: [expect.any(String)] });
    expect(life.services[0]?.fullHours).toBeGreaterThan(0);
  });
});
