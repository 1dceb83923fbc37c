import { describe, expect, it } from 'vitest';
import { reconcileOnce } from '../../lib/cli/session/run.ts';
import { eventDetails } from '../../lib/contract/events.ts';
import { dailyPass } from '../../lib/contract/run-request.ts';
import { dayOf } from '../../lib/core/forecast/project-history.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { readObject, writeObject } from '../../lib/run/store/objects.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { commandRun, type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { organizationOf, pg } from './scenarios.ts';

const daySeconds = 86_400;
const gb = 1024;
const start = dayOf(Date.parse('2026-03-02T08:00:00Z'));

/** Pays for nothing of the logs; the first database is in no budget. */
const policy = (monthly = '0.00') => `
version: 1
mode: enforce
rules:
  - { name: databases, match: { service: first }, effect: enable, maxAdditionalGb: 100, priority: 1 }
  - { name: rest, match: { project: '*' }, effect: enable, maxAdditionalGb: 100, priority: 2 }
budgets:
  - { name: storage, match: { service: 'logs-*' }, monthly: "${monthly}", rest: share, deadBandGb: 0 }
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 100000, needApproval: [], firstRun: apply }
`;

const others = (many: number) => Array.from({ length: many }, (_, n) => pg(`logs-${n}`, { usedGb: 20 }));

/** The first run, which asks for prices and plans, has been. */
const settled = async (many: number): Promise<LocalHeadroom> => {
  const headroom = await startHeadroom(
    organizationOf([{ name: 'shop', services: [pg('first'), ...others(many)] }]),
    policy(),
  );
  await run(headroom);
  return headroom;
};

const nextDay = async (headroom: LocalHeadroom): Promise<void> => {
  await headroom.control('advance', { seconds: daySeconds });
  headroom.pass(daySeconds * 1000);
};

/** Each run has an id of its own. */
const runsOf = new WeakMap<LocalHeadroom, number>();

const run = (headroom: LocalHeadroom, by = 'a test', readOnly = false): Promise<ReportObject> => {
  const turn = (runsOf.get(headroom) ?? 0) + 1;
  runsOf.set(headroom, turn);
  return reconcileOnce(
    commandRun(headroom.ports, `run-${turn}`),
    { trigger: { kind: 'schedule', by }, readOnly },
    () => {},
    async () => {},
  );
};

const readsOf = async (headroom: LocalHeadroom, by?: string, readOnly?: boolean): Promise<number> =>
  (await headroom.counted(() => run(headroom, by, readOnly))).reads;

const usage = (headroom: LocalHeadroom, usedGb: number) =>
  headroom.control('usage', { project: 'shop', service: 'logs-0', usedGb });

/** Events and notices about the disk since the last look. */
const news = ({ events }: LocalHeadroom): string[] =>
  events.splice(0).flatMap((event) => {
    if (event.type === 'DiskFillsUp')
      return [`${event.detail.service} ${event.detail.level} ${event.detail.percent} %`];
    if (event.type === 'Notice' && event.detail.urgent) return [event.detail.subject];
    return event.type === 'Recovered' ? [`over: ${event.detail.from} ${event.detail.service}`] : [];
  });

const full = 'Headroom (org4f2a1c9d0e7): shop/logs-0: disk full';

/** Forty days in which the disk of 80 GB has filled by half a GB a day. */
const filledBefore = async (headroom: LocalHeadroom, endGb: number): Promise<void> => {
  const history = await readObject<{ services: object[] }>(headroom.store, keys.history('shop'));
  const days = Array.from({ length: 40 }, (_, back) => start - 39 + back);
  const used = days.map((day) => [day, Math.round((endGb - 0.5 * (start - day)) * gb)]);
  const own = { name: 'logs-0', lastDay: start, provisioned: [[days[0], 80 * gb]], used, measuredDay: start - 1 };
  const services = (history?.services ?? []).map((each) => ('name' in each && each.name === 'logs-0' ? own : each));
  await writeObject(headroom.store, keys.history('shop'), { days, services });
};

describe('services whose need their budget does not meet', () => {
  it('cost one call a day each to measure, and passes without any cost none', async () => {
    const headroom = await startHeadroom(
      organizationOf([{ name: 'shop', services: [pg('first'), ...others(2)] }]),
      policy('200.00'),
    );
    await run(headroom);
    expect(await readsOf(headroom)).toBe(4);
    await headroom.store.put(keys.policy, policy());
    await run(headroom);
    expect(await readsOf(headroom)).toBe(4);
    await nextDay(headroom);
    // Prices and disks of plans are kept for a day; then each is asked once, and each disk is measured.
    expect(await readsOf(headroom)).toBe(4 + 2 + 3);
    expect(await readsOf(headroom)).toBe(4);
  });

  it('are measured once a day each, by whichever run comes next', async () => {
    const headroom = await settled(35);
    const measuredOn = async (day: number) => {
      type Kept = { readonly services: readonly { readonly measuredDay: number | null }[] };
      const history = await readObject<Kept>(headroom.store, keys.history('shop'));
      return (history?.services ?? []).filter(({ measuredDay }) => measuredDay === day).length;
    };
    expect(await measuredOn(start)).toBe(36);
    expect(await readsOf(headroom, dailyPass)).toBe(4);
    for (const day of [1, 2]) {
      await nextDay(headroom);
      await run(headroom);
      expect(await measuredOn(start + day)).toBeGreaterThanOrEqual(35);
    }
  });

  it('are not asked for by a run that only looks', async () => {
    const headroom = await settled(1);
    await nextDay(headroom);
    // The price and the disk of the plan, which are kept for a day.
    expect(await readsOf(headroom, 'a look', true)).toBe(4 + 2);
    expect(await readsOf(headroom)).toBe(4 + 2);
  });

  it('that cannot be measured stop nothing and are asked again the next day', async () => {
    const headroom = await startHeadroom(
      organizationOf([{ name: 'shop', services: [pg('first'), ...others(2)] }]),
      policy(),
    );
    await headroom.control('faults', [{ operation: 'ServiceMetricsFetch', times: 1, status: 403 }]);
    expect((await run(headroom)).outcome).toBe('applied');
    expect(await readsOf(headroom)).toBe(4);
    await nextDay(headroom);
    expect(await readsOf(headroom)).toBe(4 + 2 + 3);
  });
});

describe('a disk that fills up while its budget does not meet its need', () => {
  it('is reported at once 7 days before and when it is full, once each, and when it is over', async () => {
    const headroom = await settled(1);
    await filledBefore(headroom, 77);
    await usage(headroom, 77);
    news(headroom);
    await run(headroom);
    expect(news(headroom)).toEqual(['logs-0 fills 96 %', full]);
    await run(headroom);
    expect(news(headroom)).toEqual([]);
    await usage(headroom, 80);
    await nextDay(headroom);
    await run(headroom);
    expect(news(headroom)).toEqual(['logs-0 100 % 100 %', full]);
    await nextDay(headroom);
    await run(headroom);
    await run(headroom);
    expect(news(headroom)).toEqual([]);
    await headroom.store.put(keys.policy, policy('100.00'));
    await run(headroom);
    expect(news(headroom)).toContain('over: DiskFillsUp logs-0');
  });

  it('is reported days before by the forecast, with remedies', async () => {
    const headroom = await settled(1);
    await filledBefore(headroom, 70);
    await usage(headroom, 70);
    news(headroom);
    const { plan } = await run(headroom);
    const finding = plan?.findings.find(({ code }) => code === 'disk-fills-up');
    expect(finding?.subject).toBe('soon');
    expect(finding?.message).toMatch(
      /^The disk is 88 % full \(80 GB\) and will be full in \d+ \(\d+–\d+\) days; budget "storage" gives it 0 of the \d+ GB that it needs\. Raise the budget by \d+\.\d\d \S+ a month, enough for all its disks, or free space\.$/,
    );
    const event = headroom.events.find(({ type }) => type === 'DiskFillsUp');
    const detail = eventDetails.DiskFillsUp.parse(event?.detail);
    expect(detail).toEqual(event?.detail);
    expect(detail).toMatchObject({ project: 'shop', budget: 'storage', level: 'soon', days: expect.any(Number) });
    expect(Number(detail.raiseMonthly)).toBeGreaterThan(0);
    // Not urgent yet: the daily notice has it.
    expect(news(headroom)).toEqual(['logs-0 soon 88 %']);
  });
});
