import { describe, expect, it } from 'vitest';
import type { Endpoint, HeldMaximum, Service } from '../../../lib/core/model/model.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { at, integrationWith } from '../one-service.ts';
import { anEndpoint, aPolicy, aService, aSnapshot, enableAll, planDiskMb, planOf } from '../organization.ts';

const gb = 1024;
/** The plan's own disk is 80 GB. */
const reached = (
  diskMb: number | null,
  endpoints: Endpoint[],
  given: Partial<PlanInput> = {},
  more?: Partial<Service>,
) => {
  const integrations = endpoints.map(({ id }) => integrationWith(id));
  const { plan, needs } = planOf(
    [aSnapshot({ services: [aService({ diskMb, integrations, ...more })], endpoints })],
    given,
  );
  return { found: plan.facts ?? [], needs };
};
const codes = (diskMb: number | null, endpoints: Endpoint[], given?: Partial<PlanInput>, more?: Partial<Service>) =>
  reached(diskMb, endpoints, given, more).found.map(({ service }) => service);
const total = (of: number): HeldMaximum => ({ kind: 'total', gb: of });

describe('a service at its maximum', () => {
  it('is found from the very MB on at which nothing more can be added', () => {
    expect(codes(180 * gb - 1, [at('e1', 100)])).toEqual([]);
    expect(codes(180 * gb, [at('e1', 100)])).toEqual(['orders']);
    expect(codes(181 * gb, [at('e1', 100)])).toEqual(['orders']);
  });

  it('is a fact of the plan with the maximum, and no finding: it may have room', () => {
    expect(reached(180 * gb, [at('e1', 100)]).found).toEqual([
      {
        code: 'maximum-reached',
        project: 'shop-prod',
        service: 'orders',
        message: 'Disk is at its 100 GB maximum (additional storage) and does not grow.',
        details: { maxAdditionalGb: 100 },
      },
    ]);
  });

  it('has the sizes of its plan asked for, and no finding while they are unknown', () => {
    const asked = { found: [], needs: [{ project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' }] };
    expect(reached(100 * gb, [at('e1', 100)], { planDiskMb: new Map() })).toEqual(asked);
    expect(reached(180 * gb, [at('e1', 100)], { planDiskMb: new Map([['pg/startup-4', null]]) })).toEqual({
      found: [],
      needs: [],
    });
  });

  it('leaves it to the finding about the plan where the plan allows no more either', () => {
    const planCapMb = new Map([['pg/startup-4', 180 * gb]]);
    expect(codes(180 * gb, [at('e1', 100)], { planCapMb })).toEqual([]);
    expect(codes(180 * gb, [at('e1', 100)], { planCapMb: new Map([['pg/startup-4', 181 * gb]]) })).toEqual(['orders']);
  });

  it('is known without its plan where a total counts the whole disk, or where nothing may be added', () => {
    const unknown = { planDiskMb: new Map([['pg/startup-4', null]]), policy: aPolicy({ rules: [] }) };
    expect(codes(200 * gb - 1, [anEndpoint({ id: 'e1', maximum: total(200) })], unknown)).toEqual([]);
    expect(reached(200 * gb, [anEndpoint({ id: 'e1', maximum: total(200) })], unknown).found).toMatchObject([
      { details: { maxAdditionalGb: 200 }, message: expect.stringContaining('200 GB maximum (whole disk)') },
    ]);
    expect(codes(80 * gb, [at('e1', 0)], unknown)).toEqual(['orders']);
  });

  it('is none if this plan raises its maximum or removes its autoscaler, unless the mode prevents writes', () => {
    const raising = aPolicy({ rules: [enableAll(200)] });
    expect(codes(180 * gb, [at('e1', 100)], { policy: raising })).toEqual([]);
    expect(codes(180 * gb, [at('e1', 100)], { policy: { ...raising, mode: 'observe' } })).toEqual(['orders']);
    const disabling = aPolicy({ rules: [{ name: 'off', match: { project: ['*'] }, effect: 'disable' }] });
    expect(codes(180 * gb, [at('e1', 100)], { policy: disabling })).toEqual([]);
  });

  it('is none with an unknown size, an endpoint of another tool or two endpoints, or as an exempt service', () => {
    expect(codes(null, [at('e1', 100)])).toEqual([]);
    expect(codes(900 * gb, [at('e1', 100, 'theirs')])).toEqual([]);
    expect(codes(900 * gb, [at('e1', null)], { policy: aPolicy({ rules: [] }) })).toEqual([]);
    expect(codes(900 * gb, [at('e1', 100), at('e2', 100)])).toEqual([]);
    const exempt = { tags: { 'disk-autoscaler-exempt': '2030-12-31' } };
    expect(codes(900 * gb, [at('e1', 100)], { planDiskMb }, exempt)).toEqual([]);
  });
});
