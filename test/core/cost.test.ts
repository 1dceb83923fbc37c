import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CostOptions, estimateCost, type Load, totalOf } from '../../lib/core/cost.ts';
import { formatCents, parseMoney } from '../../lib/core/money.ts';
import { defaultDeployment } from '../../lib/local/commands/cost.ts';

const deployment = defaultDeployment(100);
const monthly = (load: Load, options: CostOptions = { withAllowances: true }) =>
  totalOf(estimateCost(load, deployment, options));
const dollars = (amount: string) => parseMoney(amount) ?? 0n;

const load = fc.record({
  services: fc.nat(50_000),
  projects: fc.integer({ min: 1, max: 5_000 }),
  events: fc.nat(10_000),
});

describe('what Headroom itself costs at AWS', () => {
  it.each([
    ['5.00', { services: 1_000, projects: 10, events: 100 }],
    ['5.00', { services: 1_000, projects: 50, events: 500 }],
    ['10.00', { services: 10_000, projects: 100, events: 500 }],
  ])('is at most %s dollars a month, hourly, for %j', (most, asked) => {
    expect(monthly(asked), formatCents(monthly(asked))).toBeLessThanOrEqual(dollars(most));
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

  it('counts what waits for the rate of the platform cost', () => {
    const asked = { services: 1_000, projects: 100, events: 0 };
    const duration = (callsPerMinute: number) =>
      estimateCost(asked, defaultDeployment(callsPerMinute), { withAllowances: true }).find(
        ({ item }) => item === 'Step Functions, express duration',
      )?.quantity ?? 0;
    expect(duration(100)).toBeGreaterThan(2 * duration(10_000));
  });
});
