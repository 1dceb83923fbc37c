import { describe, expect, it } from 'vitest';
import { dailyPass } from '../../lib/contract/run-request.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { whyOf } from '../core/a-change.ts';
import { sampleOrganization } from '../sample-organization.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

const daySeconds = 86_400;
const daily = { trigger: { kind: 'schedule', by: dailyPass } };

/** One service whose use grows by 2 GB a day from 20 GB on, and a survey of each day. */
const grownFor = async (days: number, policy: string): Promise<LocalHeadroom> => {
  const headroom = await startHeadroom(organizationOf([{ name: 'shop', services: [pg('orders')] }]), policy);
  await headroom.control('usage', { project: 'shop', service: 'orders', usedGb: 20 });
  await headroom.control('service', { project: 'shop', service: 'orders', growthGbPerDay: 2 });
  await headroom.reconcile();
  for (let day = 0; day < days; day += 1) {
    await nextDay(headroom);
    await headroom.reconcile({ input: daily });
  }
  return headroom;
};

const nextDay = async (headroom: LocalHeadroom): Promise<void> => {
  await headroom.control('advance', { seconds: daySeconds });
  headroom.pass(daySeconds * 1000);
};

const soon = (report: ReportObject) => (report.plan?.findings ?? []).filter(({ code }) => code === 'disk-fills-up');

describe('the forecast of a service that grows', () => {
  // 80 GB of the plan and 20 GB: after 28 days 76 GB are used.
  it('names it from 14 days before it is full with a band, by an event at each level, until the maximum is raised', async () => {
    const headroom = await grownFor(28, enableAll(20));
    const hourly = await headroom.counted(() => headroom.reconcile());
    expect({ outcome: hourly.result.outcome, reads: hourly.reads, writes: hourly.writes }).toEqual({
      outcome: 'nothing',
      reads: 4,
      writes: 0,
    });
    expect(soon(hourly.result)).toHaveLength(1);

    const { result: report, reads } = await headroom.counted(() => headroom.reconcile({ input: daily }));
    // What is used was asked for on this day.
    expect(reads).toBe(4);
    const [finding, ...others] = soon(report);
    expect(others).toEqual([]);
    expect(report.plan?.forecast).toMatchObject({
      services: [
        {
          project: 'shop',
          service: 'orders',
          maximum: { kind: 'additional', gb: 20 },
        },
      ],
      more: 0,
      unknown: 0,
    });
    expect(finding).toMatchObject({ project: 'shop', service: 'orders', details: { days: 12 } });
    expect(finding?.message).toMatch(/will be full in 12 \(\d+–\d+\) days\. It .*maximum/);

    await nextDay(headroom);
    // The metrics of the service, and the disk of its plan, which is kept for a day.
    expect((await headroom.counted(() => headroom.reconcile({ input: daily }))).reads).toBe(4 + 2);
    for (let day = 29; day < 33; day += 1) {
      await nextDay(headroom);
      await headroom.reconcile({ input: daily });
    }
    const reported = headroom.events.filter(({ type }) => type === 'DiskFillsUp');
    expect(reported.map(({ detail }) => 'level' in detail && detail.level)).toEqual(['soon', 'fills']);
    expect(reported[0]?.detail).toMatchObject({ service: 'orders', daysSoonest: expect.any(Number) });

    await headroom.store.put('policy.yaml', enableAll(200));
    await headroom.reconcile();
    expect(soon(await headroom.reconcile())).toEqual([]);
    const over = headroom.events.filter(
      ({ type, detail }) => type === 'Recovered' && 'from' in detail && detail.from === 'DiskFillsUp',
    );
    expect(over).toHaveLength(1);
  });

  it('says of 13 days of history that its days are rough', async () => {
    const headroom = await grownFor(12, enableAll(1));
    const [finding] = soon(await headroom.reconcile({ input: daily }));
    expect(finding?.message).toMatch(/ will be full in roughly \d+ \(\d+–\w+\) days\./);
  });
});

describe('a rule that leaves the maximum to the forecast', () => {
  const rule = enableAll(40).replace(
    'maxAdditionalGb: 40',
    'maxAdditionalGb: forecast, forecast: { ceilingGb: 300, horizonDays: 30 }',
  );

  it('sets the ceiling while the history is short, then what the growth asks for, and leaves that alone', async () => {
    const headroom = await grownFor(0, rule);
    const first = await headroom.reconcile();
    expect(first.plan?.decisions[0]).toMatchObject({ maxAdditionalGb: 300 });
    expect(whyOf(first.plan?.decisions[0])).toContain('needs 13 more days of history');
    for (let day = 0; day < 28; day += 1) {
      await nextDay(headroom);
      await headroom.reconcile({ input: daily });
    }
    const later = await headroom.reconcile({ input: daily });
    const wanted = later.plan?.decisions[0]?.maxAdditionalGb ?? 0;
    expect(wanted).toBeGreaterThan(60);
    expect(wanted).toBeLessThan(200);
    expect(whyOf(later.plan?.decisions[0])).toContain('within 30 days (P90)');
    const { writes } = await headroom.counted(() => headroom.reconcile());
    expect(writes).toBe(0);
  });
});

it('a rule whose maximum is to be enough more often asks for more, and the record says what came of both promises', async () => {
  const after = async (confidence: number) => {
    const forecast = `maxAdditionalGb: forecast, forecast: { ceilingGb: 390, confidence: ${confidence} }`;
    const headroom = await startHeadroom(sampleOrganization(), enableAll(1).replace('maxAdditionalGb: 1', forecast));
    for (let pass = 0; pass < 2; pass += 1) await headroom.reconcile({ input: daily });
    const { plan } = await headroom.reconcile();
    const orders = plan?.decisions.find(({ service }) => service === 'orders-pg');
    return { gb: orders?.maxAdditionalGb ?? 0, record: plan?.forecast?.record?.map((each) => each.confidence) };
  };
  const [usual, rare] = [await after(90), await after(99)];
  expect(rare.gb).toBeGreaterThan(usual.gb);
  expect(new Set(usual.record)).toEqual(new Set([90]));
  expect(new Set(rare.record)).toEqual(new Set([90, 99]));
});

describe('the first day of an organization that existed before', () => {
  it('is followed by days with a forecast: use is measured again before it is too old, while the disk has no history', async () => {
    const rule = enableAll(40).replace(
      'maxAdditionalGb: 40',
      'maxAdditionalGb: forecast, forecast: { ceilingGb: 390 }',
    );
    const headroom = await startHeadroom(sampleOrganization(), rule);
    const maximums: (number | undefined)[] = [];
    for (let day = 0; day < 5; day += 1) {
      const { plan } = await headroom.reconcile({ input: daily });
      const of = (project: string, service: string) =>
        plan?.decisions.find((decision) => decision.project === project && decision.service === service);
      maximums.push(of('shop-prod', 'orders-pg')?.maxAdditionalGb, of('data-prod', 'models-mysql')?.maxAdditionalGb);
      await nextDay(headroom);
    }
    expect(maximums.filter((gb) => gb === undefined || gb >= 200)).toEqual([]);
  });

  it('has forecasts, because the first pass measures the past year of its disks', async () => {
    const headroom = await startHeadroom(sampleOrganization(), enableAll(40));
    const unknownAfter = async () => (await headroom.reconcile()).plan?.forecast?.unknown ?? 0;
    await headroom.reconcile();
    expect(await unknownAfter()).toBeLessThan(8);
    const { plan } = await headroom.reconcile();
    const orders = plan?.forecast?.services.find(
      ({ project, service }) => `${project}/${service}` === 'shop-prod/orders-pg',
    );
    // It uses 131 GB and grows by about 1.8 GB a day; the last step to 40 GB more comes at 160 + 40 - 20 GB, 85 % full.
    expect(orders?.daysToMaximum).toBeGreaterThan(8);
    expect(orders?.daysToMaximum).toBeLessThan(20);
  });
});

describe('a run for some projects', () => {
  const policy = enableAll(1).replace(
    'maxAdditionalGb: 1',
    'maxAdditionalGb: forecast, forecast: { ceilingGb: 800, horizonDays: 30 }',
  );

  it('sets the maximums that the run of all has set: its forecasts have the same bands', async () => {
    const headroom = await startHeadroom(sampleOrganization(), policy);
    for (let pass = 0; pass < 2; pass += 1) await headroom.reconcile({ input: daily });
    for (const project of ['shop-prod', 'data-prod']) {
      const event = await headroom.reconcile({
        input: { trigger: { kind: 'event', by: 'a test' }, projects: [project] },
      });
      expect([project, event.plan?.changes]).toEqual([project, []]);
    }
  });
});
