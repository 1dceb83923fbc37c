import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { PlatformPrice } from '../../lib/core/budget/service-price.ts';
import type { Snapshot } from '../../lib/core/model/model.ts';
import type { Budget, Policy, Rule, Selector } from '../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../lib/core/plan/plan-input.ts';
import { aPolicy, today } from '../core/organization.ts';
import { caps, gb, maximumGb, names, plans, rarely, snapshot, some } from './drawn-projects.ts';

const match: fc.Arbitrary<Selector> = some<Selector>(
  { project: ['*'] },
  { project: ['*'] },
  { project: ['*'] },
  { project: ['p-?', '!p-2'] },
  { project: ['!p-1'] },
  { service: ['a', 'b'] },
  { tags: { team: ['d*'] } },
  { tags: { auto: ['on'] } },
  { projectTags: { team: ['web', 'data'] } },
  { serviceType: ['pg'], plan: ['!custom'] },
  { cloud: ['*s', '!gcp'], state: ['RUNNING'] },
  { service: [] },
);

const rules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          match,
          effect: fc.constant('enable' as const),
          maxAdditionalGb: maximumGb,
          priority: rarely(some(1, 2), 1),
          weight: rarely(some(1, 3, 1000), 1),
          atLeastGb: rarely(some(5, 12, 30), 2),
          maxByTagGb: rarely(some(10, 40), 2),
        }),
      },
      { weight: 1, arbitrary: fc.record({ match, effect: some('disable' as const, 'ignore' as const) }) },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(
      (rule, at) =>
        ({
          ...Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)),
          name: `rule ${at}`,
        }) as Rule,
    ),
  );

const budgets: fc.Arbitrary<Budget[]> = fc
  .array(
    fc.record({
      match,
      monthly: fc.nat(3_000).map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
      basis: some('run-rate', 'run-rate', 'month-to-date'),
      rest: some('keep', 'share', 'share'),
      deadBandGb: some(0, 5, 12, 30, 60),
      warnPercent: fc.constant(90),
    }),
    { minLength: 0, maxLength: 3 },
  )
  .map((all) => all.map((each, at) => ({ ...each, name: `budget ${at}` })));

const price: fc.Arbitrary<PlatformPrice> = fc.oneof(
  {
    weight: 30,
    arbitrary: some<PlatformPrice>(
      { kind: 'hourly', dollars: '0.000137' },
      { kind: 'hourly', dollars: '0.0002' },
      { kind: 'none' },
    ),
  },
  {
    weight: 1,
    arbitrary: some<PlatformPrice>({ kind: 'unread' }, { kind: 'denied-once' }, { kind: 'hourly', dollars: '1e-4' }),
  },
);

const guardrails: fc.Arbitrary<Policy['guardrails']> = fc.record({
  maxChanges: some(0, 2, 100),
  maxChangePercent: some(0, 20, 100, 100),
  maxAddedGb: some(10, 60, 5000),
  maxGrowthPercent: some(0, 50, 100),
  maxAddedMonthly: some(undefined, '1.00', '8.00'),
  maxRaises: some(undefined, undefined, 0, 1),
  maxLowers: some(undefined, undefined, 0, 1),
  needApproval: fc
    .subarray(['harm', 'enable', 'raise', 'lower', 'disable'] as const, { maxLength: 2 })
    .map((all) => [...all]),
  maxFailures: fc.constant(10),
  firstRun: some('apply', 'apply', 'propose'),
  approvalHours: fc.constant(24),
});

const policy: fc.Arbitrary<Policy> = fc
  .record({
    rules,
    budgets,
    guardrails,
    mode: some('enforce', 'enforce', 'enforce', 'observe'),
    foreign: some('report', 'adopt'),
    limits: rarely(fc.constant({ maxAdditionalGb: 50 }), 3),
    isManaged: fc.nat(5),
    default: some('0.10', '0.15', null),
  })
  .map(({ isManaged, limits, default: fallback, ...drawn }) =>
    aPolicy({
      ...drawn,
      tagPrefix: 'auto',
      ...(limits && { limits }),
      managedElsewhere: isManaged === 0 ? [{ by: 'pulumi', match: { service: ['c'] } }] : [],
      prices: {
        currency: 'EUR',
        exchangeRate: '0.93',
        factor: '1.07',
        default: fallback,
        table: [{ serviceType: ['kafka'], cloud: ['!gcp'], perGbMonth: '0.21' }],
      },
    }),
  );

/** Sizes of this month and before: a disk that had another size until some days ago. */
const historyOf = ({ project, services }: Snapshot, daysAgo: number, mb: number) => {
  const now = Math.floor(Date.parse(today) / 86_400_000);
  const since = now - daysAgo;
  const days = Array.from({ length: 25 }, (_, at) => now - 24 + at).filter((each) => each % 5 !== 0);
  const sizes = services.flatMap(({ name, diskMb }) =>
    diskMb === null
      ? []
      : [
          {
            name,
            lastDay: now,
            used: [],
            measuredDay: null,
            provisioned: [
              [now - 20, mb],
              [since, diskMb],
            ] as const,
          },
        ],
  );
  return [project, { days, services: sizes }] as const;
};

/** Drawn organizations with everything that a plan of their policy depends on. */
export const organization: fc.Arbitrary<PlanInput> = fc
  .record({
    policy,
    snapshots: fc
      .tuple(...['p-1', 'p-2', 'p-3'].map(snapshot))
      .chain((all) => fc.nat(2).map((more) => all.slice(0, more + 1))),
    old: rarely(fc.tuple(snapshot('p-4'), fc.nat(50)), 3),
    isUnread: fc.nat(9),
    isPlanUnread: fc.nat(7),
    prices: fc.array(price, { minLength: 24, maxLength: 24 }),
    isPriced: fc.nat(19),
    grant: rarely(
      fc.record({ service: some(...names), maxGb: some(20, 70), through: some('2030-06-14', '2030-07-01') }),
      2,
    ),
    freeze: rarely(fc.subarray(['enable', 'raise'] as const), 3),
    before: fc.record({ daysAgo: fc.nat(19), mb: fc.integer({ min: 20 * gb, max: 90 * gb }) }),
    maximumKind: some('additional', 'additional', 'total'),
    isFirstRun: fc.boolean(),
  })
  .map(({ old, isUnread, isPlanUnread, isPriced, grant, freeze, before, prices, snapshots, ...drawn }): PlanInput => {
    const keys = ['pg', 'kafka', 'valkey'].flatMap((type) =>
      ['startup-4', 'business-8', 'custom', 'hobbyist-1', 'unasked'].flatMap((plan) =>
        ['aws', 'gcp', 'azure'].map((cloud) => `${type}/${plan}/${cloud}`),
      ),
    );
    const known = keys
      .filter((_, at) => isPriced > 0 || at !== 3)
      .map((key, at) => [key, prices[at % prices.length] ?? { kind: 'none' }] as const);
    return {
      ...drawn,
      snapshots,
      ...(old && { remembered: [{ ...old[0], granted: [{ service: 'a', gb: old[1] }] }] }),
      unread: [...(old ? ['p-4'] : []), ...(isUnread === 0 ? ['p-1'] : []), ...(isUnread === 1 ? ['p-9'] : [])].map(
        (project) => ({ project, error: 'PlatformUnavailable', message: 'no answer' }),
      ),
      ...{ today, now: `${today}T12:00:00Z`, planDiskMb: plans, planCapMb: caps, prices: new Map(known) },
      ...(isPlanUnread === 0 && { unreadPlans: new Set(['pg/custom']) }),
      ...(grant && { grants: [{ ...grant, project: 'p-1', by: 'ann', at: `${today}T08:00:00Z` }] }),
      ...(freeze && { freeze: { reason: 'sale', untilMs: null, isUnreadable: false, allow: freeze } }),
      histories: new Map(
        [...snapshots, ...(old ? [old[0]] : [])].map((each) => historyOf(each, before.daysAgo, before.mb)),
      ),
      hash: (text) => createHash('sha256').update(text).digest('hex'),
      ...{ restartingOptions: new Set<string>(), lastingOptions: new Set<string>() },
    };
  });
