import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BudgetResult } from '../../../lib/core/budget/result.ts';
import type { Change } from '../../../lib/core/change/change.ts';
import type { Endpoint, HeldMaximum, MaximumKind, Service, Snapshot } from '../../../lib/core/model/model.ts';
import { costOfGb, type Money, parseMoney } from '../../../lib/core/model/money.ts';
import type { Budget, Rule } from '../../../lib/core/model/policy-document.ts';
import { provisionedAdditionalGb } from '../../../lib/core/service/floor.ts';
import { additionalGbOf } from '../../../lib/core/service/maximum.ts';
import { lawsFor, oncePerExample } from '../../laws.ts';
import { afterApplying, aPolicy, aService, planOf } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

/*
 * Whole plans with budgets, carried out write by write on organizations in any state: surplus and unused endpoints, changes by
 * hand, someone else's autoscalers, exemptions, both ways of counting maximums, plans without a description or a price.
 */

const gb = 1024;
const disks = new Map([
  ['pg/startup-4', 80 * gb],
  ['pg/mini', 20 * gb],
  ['pg/custom', null],
  ['pg/unpriced', 80 * gb],
]);
const caps = new Map([
  ['pg/startup-4', 400 * gb],
  ['pg/mini', 60 * gb],
]);
const prices = platformPrices(
  Object.entries({ 'startup-4': '0.0005', mini: '0.000137', custom: '0.0002', unpriced: null }).map(
    ([plan, hourly]) => [`pg/${plan}/aws-eu-west-1`, hourly],
  ),
);

const held: fc.Arbitrary<HeldMaximum> = fc.oneof(
  fc.record({ kind: fc.constant('additional' as const), gb: fc.constantFrom(0, 3, 20, 45, 100, 300) }),
  fc.record({ kind: fc.constant('total' as const), gb: fc.constantFrom(50, 83, 120, 300) }),
);

interface Sketch {
  readonly tags: Readonly<Record<string, string>>;
  readonly state: string;
  readonly plan: string;
  readonly grownGb: number;
  /** Endpoints of our name, each attached to the service or not. */
  readonly ours: readonly { readonly maximum: HeldMaximum; readonly isTied: boolean }[];
  readonly isForeign: boolean;
}

const sketch: fc.Arbitrary<Sketch> = fc.record({
  tags: fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    fc.record({ 'disk-autoscaler': fc.constantFrom('on', 'off') }),
    fc.record({ 'disk-autoscaler-max-gb': fc.constantFrom('0', '10', '150') }),
    fc.record({ 'disk-autoscaler-exempt': fc.constant('2031-01-01') }),
    fc.record({ 'disk-autoscaler-managed-by': fc.constant('terraform') }),
  ),
  state: fc.constantFrom('RUNNING', 'RUNNING', 'RUNNING', 'POWEROFF'),
  plan: fc.constantFrom('startup-4', 'startup-4', 'startup-4', 'mini', 'mini', 'custom', 'unpriced'),
  grownGb: fc.constantFrom(0, 0, 0, 2, 15, 40),
  ours: fc.array(fc.record({ maximum: held, isTied: fc.boolean() }), { maxLength: 2 }),
  isForeign: fc.constantFrom(false, false, false, false, true),
});

const names = ['orders', 'billing', 'search'];

const toSnapshot = (project: string, sketches: readonly Sketch[]): Snapshot => {
  const endpoints: Endpoint[] = [{ id: 'theirs', name: 'team-endpoint', maximum: { kind: 'additional', gb: 70 } }];
  const services = sketches.map(({ tags, state, plan, grownGb, ours, isForeign }, index): Service => {
    const name = names[index] ?? 'more';
    const ties = ours.flatMap(({ maximum, isTied }, at) => {
      const id = `e-${index}-${at}`;
      endpoints.push({ id, name: `headroom-${name}`, maximum });
      return isTied ? [id] : [];
    });
    const all = isForeign ? [...ties, 'theirs'] : ties;
    const integrations = all.map((endpointId, at) => ({ id: `t-${index}-${at}`, endpointId }));
    const diskMb = (disks.get(`pg/${plan}`) ?? 60 * gb) + grownGb * gb;
    return aService({ name, tags, state, plan, diskMb, integrations });
  });
  return { project, tags: {}, services, endpoints };
};

const rule: fc.Arbitrary<Rule> = fc
  .record({
    match: fc.constantFrom({ project: ['*'] }, { service: ['orders'] }, { project: ['!project-1'] }),
    maxAdditionalGb: fc.constantFrom(0, 10, 60, 100, 300),
    priority: fc.constantFrom(1, 2),
    weight: fc.constantFrom(1, 1, 3),
    atLeastGb: fc.constantFrom(0, 0, 5, 60),
  })
  .map((given) => ({ ...given, name: 'enabled', effect: 'enable' }));

const last: fc.Arbitrary<Rule> = fc.constantFrom(
  { name: 'off', match: { project: ['*'] }, effect: 'disable' },
  { name: 'rest', match: { project: ['*'] }, effect: 'enable', maxAdditionalGb: 100 },
);

const budgets: fc.Arbitrary<Budget[]> = fc
  .tuple(
    fc.constantFrom('0.00', '1.00', '10.00', '25.00', '60.00', '500.00'),
    fc.constantFrom('5.00', '40.00'),
    fc.nat(6),
  )
  .map(([first, second, deadBandGb]) => {
    const more = { basis: 'run-rate', rest: 'share', deadBandGb, warnPercent: 90 } as const;
    return [
      { name: 'first', match: { project: ['project-0'] }, monthly: first, ...more },
      { name: 'second', match: { service: ['orders', 'billing'] }, monthly: second, ...more },
    ];
  });

interface Example {
  readonly snapshots: readonly Snapshot[];
  readonly rules: readonly Rule[];
  readonly budgets: readonly Budget[];
  readonly maximumKind: MaximumKind;
}

const example: fc.Arbitrary<Example> = fc.record({
  snapshots: fc
    .array(fc.array(sketch, { maxLength: names.length }), { minLength: 1, maxLength: 3 })
    .map((projects) => projects.map((sketches, at) => toSnapshot(`project-${at}`, sketches))),
  rules: fc.tuple(fc.array(rule, { maxLength: 2 }), last).map(([some, end]) => [...some, end]),
  budgets,
  maximumKind: fc.constantFrom('additional', 'total'),
});

const planOver = ({ snapshots, rules, budgets: all, maximumKind }: Example) =>
  planOf(snapshots, {
    policy: aPolicy({
      rules,
      budgets: all,
      prices: { currency: 'USD', exchangeRate: '1', factor: '1', default: null, table: [] },
    }),
    planDiskMb: disks,
    planCapMb: caps,
    prices,
    maximumKind,
  }).plan;

const planned = oncePerExample(planOver);

/** What a service may grow to: the larger of what is provisioned and the maximums of all endpoints that it uses. */
const reachGb = ({ endpoints }: Snapshot, service: Service): number => {
  const diskMb = disks.get(`pg/${service.plan}`) ?? null;
  const maximums = service.integrations.map(({ endpointId }) => {
    const endpoint = endpoints.find(({ id }) => id === endpointId);
    return endpoint === undefined ? 0 : (additionalGbOf(endpoint.maximum, diskMb) ?? 0);
  });
  return Math.max(0, ...maximums, provisionedAdditionalGb(service, diskMb, 'additional') ?? 0);
};

const exposure = (snapshots: readonly Snapshot[], { shares }: BudgetResult): Money =>
  shares.reduce((sum, { project, service, perGbMonth }) => {
    const snapshot = snapshots.find((each) => each.project === project);
    const found = snapshot?.services.find(({ name }) => name === service);
    if (snapshot === undefined || found === undefined || perGbMonth === null) return sum;
    return sum + costOfGb(parseMoney(perGbMonth) ?? 0n, reachGb(snapshot, found));
  }, 0n);

const larger = (a: Money, b: Money): Money => (a > b ? a : b);

const order = fc.array(fc.nat(), { minLength: 40, maxLength: 40 });
const both = lawsFor(fc.tuple(example, order), 800);
const always = (law: (given: Example, order: readonly number[]) => void) => both(([given, turns]) => law(given, turns));

/** Projects are worked on side by side: any order of their changes, each project's own order kept. */
const interleaved = (changes: readonly Change[], turns: readonly number[]): Change[] => {
  const projects = [...new Set(changes.map(({ project }) => project))];
  const queues = projects.map((name) => changes.filter(({ project }) => project === name));
  const result: Change[] = [];
  for (let turn = 0; result.length < changes.length; turn += 1) {
    const open = queues.filter((queue) => queue.length > 0);
    const next = open[(turns[turn % turns.length] ?? 0) % open.length]?.shift();
    if (next !== undefined) result.push(next);
  }
  return result;
};

describe('a plan with budgets, write by write', () => {
  it('costs at no moment more than the budget, or than it did before where that is more', () => {
    always((given, turns) => {
      const { changes, budgets: results } = planned(given);
      const phases = ['release', 'grant'].flatMap((phase) =>
        interleaved(
          changes.filter((change) => change.phase === phase),
          turns,
        ),
      );
      const limits = results.map((result) =>
        larger(parseMoney(result.monthly) ?? 0n, exposure(given.snapshots, result)),
      );
      // One write after the other: each moment is that before it and a write more.
      let now = given.snapshots;
      for (const [at, change] of phases.entries()) {
        now = afterApplying(now, [change], at);
        for (const [which, result] of results.entries()) {
          const cost = exposure(now, result);
          if (cost > (limits[which] ?? 0n)) expect.fail(`${result.name} costs ${cost} after ${at + 1} writes`);
        }
      }
    });
  });

  it('ends within the budget, or at what cannot be taken back', () => {
    always((given) => {
      const { changes, budgets: results } = planned(given);
      const after = afterApplying(given.snapshots, changes);
      for (const result of results) {
        const limit = larger(parseMoney(result.monthly) ?? 0n, parseMoney(result.floorMonthly) ?? 0n);
        const cost = exposure(after, result);
        expect([cost <= limit, cost]).toEqual([true, parseMoney(result.allocatedMonthly)]);
      }
    });
  });

  it('leaves nothing to do when it has been carried out, or once more where more was in force than a budget pays', () => {
    always((given) => {
      const { changes, budgets: results } = planned(given);
      const isOver = results.some((one) => exposure(given.snapshots, one) > (parseMoney(one.monthly) ?? 0n));
      const once = afterApplying(given.snapshots, changes);
      const second = planOver({ ...given, snapshots: once }).changes;
      if (!isOver) expect(second).toEqual([]);
      expect(planOver({ ...given, snapshots: afterApplying(once, second) }).changes).toEqual([]);
    });
  });
});
