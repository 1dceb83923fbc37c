import fc from 'fast-check';
import type { Service, Snapshot } from '../../lib/core/model/model.ts';
import type { PlanInput } from '../../lib/core/plan/plan-input.ts';

/** Small sizes, so that budgets end between two services and a GB decides. */
export const gb = 1024;
export const some = fc.constantFrom;
export const rarely = <T>(arbitrary: fc.Arbitrary<T>, freq = 6) =>
  fc.oneof({ weight: freq, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
export const maximumGb = fc.oneof(some(0, 10, 13, 20, 24, 45), fc.nat(60));

export const plans: PlanInput['planDiskMb'] = new Map([
  ...(['startup-4', 'business-8', 'hobbyist-1'] as const).flatMap((plan, at) =>
    ['pg', 'kafka', 'valkey'].map((type) => [`${type}/${plan}`, [20 * gb, 52 * gb - 300, 8 * gb][at] ?? 0] as const),
  ),
  ['pg/custom', null],
]);
export const caps: PlanInput['planCapMb'] = new Map([
  ['pg/startup-4', 50 * gb],
  ['kafka/startup-4', 45 * gb + 10],
  ['pg/business-8', 90 * gb],
  ['pg/custom', null],
]);

const day = some('2030-06-14', '2030-06-15', '2031-01-01', '2030-02-30', 'soon');
const someTag = fc.oneof(
  fc.tuple(fc.constant('auto'), some('on', 'off', 'of')),
  fc.tuple(fc.constant('auto-max-gb'), some('0', '15', '40', '55', 'x', '1000001')),
  fc.tuple(some('auto-until', 'auto-exempt'), day),
  fc.tuple(fc.constant('auto-managed-by'), some('terraform', 'Headroom', ' ')),
  fc.tuple(fc.constant('team'), some('data', 'web')),
);
const tags: fc.Arbitrary<Record<string, string>> = fc
  .array(someTag, { maxLength: 3 })
  .map((all): Record<string, string> => Object.fromEntries(all));

export const names = ['a', 'b', 'c', 'd'];
const kind = some('additional', 'additional', 'additional', 'total');

interface Sketch
  extends Pick<
    Service,
    'type' | 'plan' | 'cloud' | 'state' | 'diskMb' | 'tags' | 'refusal' | 'refusedBefore' | 'unusable'
  > {
  readonly ours: readonly {
    readonly gb: number | null;
    readonly kind: 'additional' | 'total';
    readonly uses: number;
  }[];
  readonly other: 'none' | 'theirs' | 'their own' | 'neighbour' | 'unlisted';
}

const sketch: fc.Arbitrary<Sketch> = fc.record({
  type: some('pg', 'pg', 'pg', 'pg', 'pg', 'kafka', 'kafka', 'valkey'),
  plan: fc.oneof(
    { weight: 24, arbitrary: some('startup-4', 'startup-4', 'startup-4', 'business-8', 'business-8', 'custom') },
    { weight: 1, arbitrary: some('hobbyist-1', 'unasked') },
  ),
  cloud: some('aws', 'aws', 'gcp', 'azure'),
  state: some('RUNNING', 'RUNNING', 'RUNNING', 'RUNNING', 'RUNNING', 'REBUILDING'),
  diskMb: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 18, max: 70 }).map((size) => size * gb) },
    { weight: 2, arbitrary: fc.integer({ min: 15 * gb, max: 80 * gb }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  tags: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: tags }),
  refusal: rarely(fc.constant('not offered'), 12),
  refusedBefore: rarely(fc.constant(true as const), 12),
  unusable: rarely(fc.constant('no plan'), 16),
  ours: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 5,
      arbitrary: fc.array(fc.record({ gb: maximumGb, kind, uses: fc.constant(1) }), { minLength: 1, maxLength: 1 }),
    },
    {
      weight: 2,
      arbitrary: fc.array(fc.record({ gb: fc.option(maximumGb, { freq: 5 }), kind, uses: some(0, 1, 1, 2) }), {
        maxLength: 3,
      }),
    },
  ),
  other: fc.oneof(
    { weight: 14, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: some('theirs', 'their own', 'their own', 'neighbour', 'unlisted') },
  ),
});

const otherOf = (at: number, { other }: Sketch, count: number): string[] => {
  if (other === 'none') return [];
  if (other === 'their own') return [`own-${at}`];
  return [other === 'neighbour' ? `e-${(at + 1) % count}-0` : other];
};

const snapshotOf = (
  project: string,
  sketches: readonly Sketch[],
  ofProject: Record<string, string>,
  orphans: number,
): Snapshot => {
  const total = (held: Sketch['ours'][number]) => ({
    kind: held.kind,
    gb: held.gb !== null && held.kind === 'total' ? held.gb + 20 : held.gb,
  });
  const endpoints = [
    { id: 'theirs', name: 'team', maximum: { kind: 'additional' as const, gb: 30 } },
    ...sketches.flatMap((each, at) => [
      ...each.ours.map((held, place) => ({
        id: `e-${at}-${place}`,
        name: `headroom-${names[at]}`,
        maximum: total(held),
      })),
      ...(each.other === 'their own'
        ? [
            {
              id: `own-${at}`,
              name: `by-hand-${at}`,
              maximum: { kind: 'additional' as const, gb: at === 2 ? null : 25 },
            },
          ]
        : []),
    ]),
    ...Array.from({ length: orphans }, (_, at) => ({
      id: `o-${at}`,
      name: 'headroom-gone',
      maximum: { kind: 'additional' as const, gb: at === 0 ? 9 : null },
    })),
  ];
  const services = sketches.map(({ ours, other: _, ...facts }, at): Service => {
    const used = [
      ...ours.flatMap((held, place) => Array.from({ length: held.uses }, () => `e-${at}-${place}`)),
      ...otherOf(at, sketches[at] ?? { ours, other: 'none', ...facts }, sketches.length),
    ];
    const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as typeof facts;
    return {
      ...known,
      name: names[at] ?? '',
      integrations: used.map((endpointId, place) => ({ id: `i-${at}-${place}`, endpointId })),
    };
  });
  return { project, tags: ofProject, services, endpoints, alerts: [] };
};

/** A drawn project. */
export const snapshot = (project: string) =>
  fc
    .tuple(
      fc.array(sketch, { minLength: 1, maxLength: names.length }),
      fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: tags }),
      some(0, 0, 0, 1, 2),
    )
    .map(([all, ofProject, orphans]) => snapshotOf(project, all, ofProject, orphans));
