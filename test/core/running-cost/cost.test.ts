import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultDeployment } from '../../../lib/cli/commands/cost/action.ts';
import { formatCents, parseMoney } from '../../../lib/core/model/money.ts';
import {
  type CostLine,
  type CostOptions,
  estimateCost,
  hoursWithLease,
  type Load,
  totalOf,
} from '../../../lib/core/running-cost/cost.ts';
import { askingPasses, monthHours } from '../../../lib/core/running-cost/passes.ts';

const deployment = defaultDeployment(100);
const monthly = (load: Load, options: CostOptions = { withAllowances: true }) =>
  totalOf(estimateCost(load, deployment, options));
/** What costs the same whatever the load. */
const isFixed = ({ item }: CostLine) => /, (keys|secrets|metrics|alarms|composite alarms|dashboards)$/.test(item);
const parts = (load: Load) => {
  const lines = estimateCost(load, deployment, { withAllowances: false });
  return { fixed: totalOf(lines.filter(isFixed)), moving: totalOf(lines.filter((line) => !isFixed(line))) };
};
const dollars = (amount: string) => parseMoney(amount) ?? 0n;

const load = fc.record({
  services: fc.nat(50_000),
  projects: fc.integer({ min: 1, max: 5_000 }),
  events: fc.nat(10_000),
});

describe('what Headroom itself costs at AWS', () => {
  it.each([
    ['3.00', { services: 1_000, projects: 10, events: 100 }],
    ['5.00', { services: 1_000, projects: 50, events: 500 }],
    ['10.00', { services: 10_000, projects: 100, events: 500 }],
  ])('is at most %s dollars a month, hourly, for %j, besides what is there anyway', (most, asked) => {
    const { fixed, moving } = parts(asked);
    expect(moving, formatCents(moving)).toBeLessThanOrEqual(dollars(most));
    expect(fixed, formatCents(fixed)).toBeLessThanOrEqual(dollars('10.80'));
  });

  it('is less than six dollars a month in all for a small organization that has its allowances to itself', () => {
    expect(monthly({ services: 1_000, projects: 10, events: 100 })).toBeLessThanOrEqual(dollars('6.00'));
  });

  it('knows how long runs decide and write, which does not depend on how many projects they read', () => {
    const hours = (projects: number, events = 0) => hoursWithLease({ services: 50_000, projects, events }, deployment);
    expect(hours(5_000)).toBe(hours(1_000));
    expect(hours(5_000, 1_000)).toBeLessThan(monthHours);
    expect(hours(5_000, 1_000_000)).toBeGreaterThan(monthHours);
    expect(hours(5_000, 10_000) - hours(5_000)).toBeGreaterThan(10_000 / 3_600);
  });

  it('grows with the passes, but not with the answers that expire, whatever the interval', () => {
    const asked = { services: 2_000, projects: 200, events: 100 };
    const quantities = (minutes: number) =>
      new Map(
        estimateCost(asked, defaultDeployment(1_000, minutes), { withAllowances: false }).map(
          ({ item, quantity }) => [item, quantity] as const,
        ),
      );
    const more = (item: string) => (quantities(15).get(item) ?? 0) / (quantities(60).get(item) ?? 0);
    expect(more('EventBridge Scheduler, starts')).toBeLessThan(1.2);
    expect(more('S3, reads')).toBeGreaterThan(2);
    expect(more('S3, reads')).toBeLessThan(4);
    expect(hoursWithLease(asked, { minutesBetweenPasses: 15 })).toBeGreaterThan(
      2 * hoursWithLease(asked, { minutesBetweenPasses: 60 }),
    );
    expect(askingPasses({ minutesBetweenPasses: 15 }) / askingPasses({ minutesBetweenPasses: 60 })).toBeLessThan(1.2);
  });

  it('grows by what is planned, not by what is read, once a pass reads only a part', () => {
    const puts = (projects: number) =>
      estimateCost({ services: 50_000, projects, events: 0 }, deployment, { withAllowances: false }).find(
        ({ item }) => item === 'S3, writes and listings',
      )?.quantity ?? 0;
    const perProject = (from: number, to: number) => (puts(to) - puts(from)) / (to - from);
    expect(perProject(2_500, 5_000)).toBeLessThan(perProject(500, 1_000) * 0.75);
    expect(parts({ services: 50_000, projects: 5_000, events: 300 }).moving).toBeLessThanOrEqual(dollars('60.00'));
  });

  it('counts channels: their secret once, no alarm of their own, and each message, at most sixty cents a month for the first', () => {
    const asked = { services: 1_000, projects: 10, events: 100 };
    const all = (channels: number) =>
      new Map(
        estimateCost({ ...asked, channels }, deployment, { withAllowances: false }).map(
          ({ item, quantity }) => [item, quantity] as const,
        ),
      );
    const more = (item: string, channels: number) => (all(channels).get(item) ?? 0) - (all(0).get(item) ?? 0);
    expect(['Secrets Manager, secrets', 'CloudWatch, alarms'].map((item) => more(item, 5))).toEqual([1, 0]);
    // A pass every five minutes, and a call for each message.
    expect(more('Lambda, requests', 3)).toBe(8_760 + 3 * 60);
    expect(['Secrets Manager, reads', 'SES, mails'].map((item) => more(item, 3))).toEqual([180, 180]);
    expect(all(0).has('SES, mails')).toBe(false);
    const cost = (channels: number) => monthly({ ...asked, channels }, { withAllowances: false });
    expect(cost(1) - cost(0)).toBeLessThanOrEqual(dollars('0.65'));
    expect(cost(2) - cost(1)).toBeLessThanOrEqual(dollars('0.02'));
    expect(cost(2)).toBeGreaterThan(cost(1));
  });

  it('is never less for more', () => {
    fc.assert(
      fc.property(load, load, (a, b) => {
        const both = {
          services: Math.max(a.services, b.services),
          projects: Math.max(a.projects, b.projects),
          events: Math.max(a.events, b.events),
        };
        // A run by event reads one project of average size, so more projects may make those runs cheaper.
        const same = { ...a, events: 0 };
        expect(monthly({ ...both, events: 0 })).toBeGreaterThanOrEqual(monthly(same));
        expect(monthly({ ...a, events: both.events })).toBeGreaterThanOrEqual(monthly(a));
      }),
    );
  });

  it('is more where the allowances are used up, by what they are worth', () => {
    fc.assert(
      fc.property(load, (asked) => {
        const without = monthly(asked, { withAllowances: false });
        expect(without).toBeGreaterThan(monthly(asked));
        for (const line of estimateCost(asked, deployment, { withAllowances: false })) expect(line.free).toBe(0);
      }),
    );
  });

  it('counts the states of surveys that leave until there are calls again, and no time for their waits', () => {
    const asked = { services: 1_000, projects: 100, events: 0 };
    const quantity = (item: string, callsPerMinute: number) =>
      estimateCost(asked, defaultDeployment(callsPerMinute), { withAllowances: true }).find((one) => one.item === item)
        ?.quantity ?? 0;
    const more = (item: string) => quantity(item, 50) - quantity(item, 100);
    // The 300 calls of 760 passes need three more minutes; a function of 256 MB that waited for them would need 34,000 GB-s.
    expect(more('Step Functions, state transitions')).toBeGreaterThan(760 * 3 * 3);
    expect(more('Lambda (arm64), duration')).toBeLessThan(10_000);
  });
});
