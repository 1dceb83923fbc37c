import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RememberedProject } from '../../../lib/core/model/model.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { endpointName } from '../../../lib/core/service/endpoint-name.ts';
import { flat } from '../a-change.ts';
import { additional, aPolicy, aService, aSnapshot, enableAll, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const gb = 1024;

/** A service with a disk of so many GB beyond its plan's own, held at a maximum. */
const held = (project: string, name: string, provisionedGb: number, maximumGb: number) => {
  const endpoint = { id: `e-${name}`, name: endpointName(name), maximum: additional(maximumGb) };
  const integrations = [{ id: `t-${name}`, endpointId: endpoint.id }];
  const service = aService({ name, diskMb: (80 + provisionedGb) * gb, integrations });
  return aSnapshot({ project, services: [service], endpoints: [endpoint] });
};

const facts = (monthly: string): Partial<PlanInput> => ({
  policy: aPolicy({
    rules: [enableAll(700)],
    budgets: [
      {
        name: 'all',
        match: { project: ['*'] },
        monthly,
        basis: 'run-rate',
        rest: 'share',
        deadBandGb: 0,
        warnPercent: 90,
      },
    ],
    prices: pricedAt('1.00'),
  }),
  prices: platformPrices([['pg/startup-4/aws-eu-west-1', null]]),
  planCapMb: new Map([['pg/startup-4', 800 * gb]]),
});

const fresh = aSnapshot({ project: 'new', services: [aService({ name: 'fresh' })] });

const kafka = aService({ name: 'stream', type: 'kafka' });

const planned = (remembered: readonly RememberedProject[], monthly = '300') =>
  planOf([fresh], { ...facts(monthly), remembered }).plan;

describe('a project that the run did not read', () => {
  it('counts with its present maximum, gets no change and no decision, and the rest of the money is granted', () => {
    const plan = planned([held('old', 'calm', 20, 120)]);
    expect(flat(plan.changes).map(({ project, toGb }) => [project, toGb])).toEqual([
      ['new', 180],
      ['new', 180],
    ]);
    expect(plan.decisions.map(({ project }) => project)).toEqual(['new']);
    expect(plan.budgets[0]?.shares.find(({ project }) => project === 'old')).toMatchObject({
      gb: 120,
      reason: expect.stringContaining('this run did not read its project'),
    });
  });

  it('counts with what a run may have granted since, if that is more', () => {
    const remembered = { ...held('old', 'calm', 20, 120), granted: [{ service: 'calm', gb: 250 }] };
    expect(planned([remembered]).changes[0]).toMatchObject({ toGb: 50 });
  });

  it('is not asked for plans and prices, because it may answer nothing', () => {
    const remembered = [held('a-old', 'calm', 20, 120), aSnapshot({ project: 'b-old', services: [kafka] })];
    const unread = [{ project: 'a-old', error: 'PlatformForbidden', message: 'no' }];
    const unknown = { prices: new Map(), planDiskMb: new Map() };
    const { needs, priceNeeds } = planOf([fresh], { ...facts('300'), ...unknown, remembered, unread });
    expect([...needs, ...priceNeeds].map(({ project, serviceType }) => [project, serviceType])).toEqual([
      ['new', 'kafka'],
      ['new', 'pg'],
      ['new', 'kafka'],
      ['new', 'pg'],
    ]);
  });

  it('still stops its budget when nothing is known of it', () => {
    const unread = [{ project: 'old', error: 'PlatformForbidden', message: 'no' }];
    const blind = planOf([fresh], { ...facts('300'), unread }).plan;
    expect([blind.changes, blind.budgets[0]?.withheld]).toEqual([[], expect.any(String)]);
    const known = planOf([fresh], { ...facts('300'), unread, remembered: [held('old', 'calm', 20, 120)] }).plan;
    expect(known.changes[0]).toMatchObject({ toGb: 180 });
    expect(known.findings).toContainEqual(
      expect.objectContaining({ code: 'project-unread', message: expect.stringContaining('its last record counts') }),
    );
  });

  it('never lets a budget be exceeded: what others hold and what is granted stay within it, or nothing is granted', () => {
    const sizes = fc.array(fc.tuple(fc.nat(100), fc.nat(300)), { maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 900 }), (sizesGb, monthly) => {
        const remembered = sizesGb.map(([provisioned, maximum], at) =>
          held(`old-${at}`, `s${at}`, provisioned, maximum),
        );
        const kept = sizesGb.reduce((sum, [provisioned, maximum]) => sum + Math.max(provisioned, maximum), 0);
        const [change] = flat(planned(remembered, String(monthly)).changes);
        expect(kept + (change?.toGb ?? 0)).toBeLessThanOrEqual(Math.max(monthly, kept));
      }),
    );
  });
});
