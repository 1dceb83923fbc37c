import { describe, expect, it } from 'vitest';
import { answeredPrice } from '../../../lib/core/budget/service-price.ts';
import type { Service } from '../../../lib/core/model/model.ts';
import { planLine } from '../../../lib/core/plan/line.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { storageBudget } from '../a-budget.ts';
import { additional, anEndpoint, aPolicy, aService, aSnapshot, enableAll, planOf } from '../organization.ts';
import { sizes } from './planned-reclaims.ts';

const gb = 1024;

/** A disk of 200 GB, of which 80 are the plan's own, with an autoscaler of this maximum. */
const attachedAt = (maximumGb: number) => ({
  service: { diskMb: 200 * gb, integrations: [{ id: 'integration-1', endpointId: 'endpoint-1' }] },
  endpoints: [anEndpoint({ maximum: additional(maximumGb) })],
});

const budgetOf = (monthly: string) => storageBudget(monthly, 'keep');

interface Given extends Partial<PlanInput> {
  readonly service?: Partial<Service>;
  readonly endpoints?: ReturnType<typeof attachedAt>['endpoints'];
  readonly gb?: number;
}

const grown = ({ service = { diskMb: 200 * gb }, endpoints = [], gb: wanted = 50, ...given }: Given = {}) =>
  planOf([aSnapshot({ services: [aService(service)], endpoints })], {
    policy: aPolicy({ rules: [] }),
    grow: { project: 'shop-prod', service: 'orders', gb: wanted },
    prices: new Map([['pg/startup-4/aws-eu-west-1', answeredPrice(null)]]),
    ...sizes,
    ...given,
  }).plan;

const writesOf = (given: Given) =>
  grown(given).changes.map((change) =>
    change.kind === 'resize-disk' ? [change.kind, change.toMb / gb] : [change.kind, 'toGb' in change && change.toGb],
  );

const refusalOf = (given: Given): string | undefined => {
  const { changes, findings } = grown(given);
  expect(changes).toEqual([]);
  expect(findings.map(({ code }) => code)).toEqual(['not-grown']);
  return findings[0]?.message;
};

describe('storage that a person adds', () => {
  it('is added without an autoscaler, in the steps of the plan, and costs its price', () => {
    const plan = grown({ gb: 45 });
    expect(plan.changes).toMatchObject([
      { kind: 'resize-disk', phase: 'grant', fromMb: 200 * gb, toMb: 250 * gb, reasons: [{ source: 'grow' }] },
    ]);
    expect(plan.changes[0]?.reasons[0]?.text).toBe('A person adds 50 GB. Costs 7.50 USD a month.');
    expect(planLine(plan)).toContain('1 to grow (+50 GB, +7.50 USD a month)');
    expect(plan.verdict).toBe('apply');
  });

  it('raises a maximum of Headroom that would be below the storage, and no other', () => {
    expect(writesOf(attachedAt(130))).toEqual([
      ['update-endpoint', 170],
      ['resize-disk', 250],
    ]);
    expect(writesOf(attachedAt(170))).toEqual([['resize-disk', 250]]);
    const foreign = [anEndpoint({ name: 'by-hand', maximum: additional(130) })];
    expect(writesOf({ ...attachedAt(130), endpoints: foreign })).toEqual([['resize-disk', 250]]);
  });

  it.each<[string, Given, string]>([
    ['a plan that allows no more', { gb: 250 }, 'so at most 200 GB can be added; a larger plan allows more'],
    ['the limit of the organization', { policy: aPolicy({ limits: { maxAdditionalGb: 150 } }) }, 'is 150 GB'],
    ['a service that is off', { service: { diskMb: 200 * gb, state: 'POWEROFF' } }, 'is in state POWEROFF'],
    [
      'an exempt service',
      { service: { diskMb: 200 * gb, tags: { 'disk-autoscaler-exempt': '2030-12-31' } } },
      'remove the tag first',
    ],
    ['a disk of unknown size', { service: { diskMb: null } }, 'does not report its disk size'],
    ['no such service', { grow: { project: 'shop-prod', service: 'other', gb: 1 } }, 'there is no such service'],
  ])('is refused by %s', (_, given, why) => {
    expect(refusalOf(given)).toContain(why);
  });

  it('takes what other disks of its budget hold beyond their need where free money is too little', () => {
    const held = (name: string, maximumGb: number) => ({
      service: aService({ name, integrations: [{ id: `i-${name}`, endpointId: `e-${name}` }] }),
      endpoint: anEndpoint({ id: `e-${name}`, name: `headroom-${name}`, maximum: additional(maximumGb) }),
    });
    const [most, less] = [held('most', 60), held('less', 40)];
    const services = [aService({ diskMb: 200 * gb }), most.service, less.service];
    const added = (wanted: number) =>
      planOf([aSnapshot({ services, endpoints: [most.endpoint, less.endpoint] })], {
        // In force are 120 + 60 + 40 GB of 240.
        policy: aPolicy({ rules: [enableAll(500)], budgets: [budgetOf('36.00')] }),
        grow: { project: 'shop-prod', service: 'orders', gb: wanted },
        prices: new Map([['pg/startup-4/aws-eu-west-1', answeredPrice(null)]]),
        ...sizes,
      }).plan;
    const written = ({ changes }: ReturnType<typeof added>) =>
      changes.map((change) => [change.service, change.phase, change.kind, ...('toGb' in change ? [change.toGb] : [])]);
    expect(written(added(20))).toEqual([['orders', 'grant', 'resize-disk']]);
    expect(written(added(50))).toEqual([
      ['most', 'release', 'update-endpoint', 30],
      ['orders', 'grant', 'resize-disk'],
    ]);
    // One step of each other disk is its need while nothing is known of its growth.
    expect(written(added(200))).toEqual([]);
    expect(added(200).findings[0]?.message).toContain('no other disk has enough beyond its need of 14 days');
  });

  it('takes only money of its budget that nothing in force uses, and names the sum that would do', () => {
    const of = (monthly: string) => ({ policy: aPolicy({ rules: [], budgets: [budgetOf(monthly)] }) });
    // 120 GB are in force at 0.15, and 50 GB more cost 7.50.
    expect(writesOf(of('25.50'))).toEqual([['resize-disk', 250]]);
    expect(refusalOf(of('25.00'))).toBe(
      'Not grown: it costs 7.50 USD a month, and budget "storage" has 7.00 USD that nothing in force uses, and no other disk has enough beyond its need of 14 days: 0.50 USD more would do.',
    );
  });

  it('costs its budget nothing up to the maximum in force, which is paid for', () => {
    const policy = aPolicy({ rules: [], budgets: [budgetOf('25.50')] });
    expect(writesOf({ ...attachedAt(170), policy })).toEqual([['resize-disk', 250]]);
    expect(refusalOf({ ...attachedAt(170), policy, gb: 60 })).toContain('1.50 USD more would do');
  });

  it('waits in a freeze unless a person says why not, and only for its own service', () => {
    const freeze = { reason: 'year end', untilMs: null, isUnreadable: false, allow: [] };
    expect(grown({ freeze }).freeze?.waiting).toHaveLength(1);
    const place = { project: 'shop-prod', service: 'orders' };
    expect(writesOf({ freeze, duringFreeze: place })).toEqual([['resize-disk', 250]]);
    expect(grown({ freeze, duringFreeze: { ...place, service: 'other' } }).freeze?.waiting).toHaveLength(1);
  });
});
