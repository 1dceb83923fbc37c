import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change, ChangeResult, ChangeStatus } from '../../../lib/core/change/change.ts';
import type { Endpoint, Service, Snapshot } from '../../../lib/core/model/model.ts';
import { endpointName } from '../../../lib/core/service/endpoint-name.ts';
import { countProtected, protectionOf, protections, resultsByService } from '../../../lib/core/service/protection.ts';
import { at, integrationWith } from '../one-service.ts';
import { afterApplying, anEndpoint, aPolicy, aService, aSnapshot, enableAll, planOf } from '../organization.ts';

const none = { ours: 0, others: 0, maximumGb: null, eligible: true, exempt: false };
const decision = { project: 'p', service: 's', effect: 'enable', rule: 'r', reasons: [] } as const;
const service = (name: string, more: Partial<Service> = {}) => aService({ name, ...more });

/** What each service of an organization is counted as, once its changes ended like this. */
const counted = (snapshot: Snapshot, status: ChangeStatus) => {
  const { plan } = planOf([snapshot], {
    policy: aPolicy({
      rules: [
        { ...enableAll(100), match: { service: ['!left*'] } },
        { name: 'off', match: { project: ['*'] }, effect: 'ignore' },
      ],
    }),
  });
  const results = plan.changes.map((change): ChangeResult => ({ ...change, status }));
  const of = resultsByService(results);
  const standings = plan.decisions.map((each) => [each.service, protectionOf(each, of(each))] as const);
  return { standings: Object.fromEntries(standings), counts: countProtected(plan.decisions, results) };
};

const sample = aSnapshot({
  services: [
    service('exempt', { tags: { 'disk-autoscaler-exempt': '2031-01-01' } }),
    service('exempt-cache', { type: 'valkey', tags: { 'disk-autoscaler-exempt': '2031-01-01' } }),
    service('kept', { tags: { 'disk-autoscaler-exempt': '2031-01-01' }, integrations: [integrationWith('k')] }),
    service('left'),
    service('lower', { integrations: [integrationWith('l')] }),
    service('off', { tags: { 'disk-autoscaler': 'off' }, integrations: [integrationWith('o')] }),
    service('stopped', { state: 'POWEROFF' }),
    service('theirs', { integrations: [integrationWith('t')] }),
    service('wanted'),
  ],
  endpoints: [
    at('k', 30, 'headroom-kept'),
    at('l', 300, 'headroom-lower'),
    at('o', 20, 'headroom-off'),
    at('t', 70, 'their-own'),
  ],
});

describe('what protects a service', () => {
  it('is what there is and what reading back confirmed, not what policy wants', () => {
    const { standings, counts } = counted(sample, 'confirmed');
    expect(standings).toEqual({
      exempt: { protection: 'exempt', maximumGb: null },
      'exempt-cache': { protection: 'impossible', maximumGb: null },
      kept: { protection: 'protectedByUs', maximumGb: 30 },
      left: { protection: 'optedOut', maximumGb: null },
      lower: { protection: 'protectedByUs', maximumGb: 100 },
      off: { protection: 'optedOut', maximumGb: null },
      stopped: { protection: 'impossible', maximumGb: null },
      theirs: { protection: 'protectedByOthers', maximumGb: 70 },
      wanted: { protection: 'protectedByUs', maximumGb: 100 },
    });
    expect(counts).toEqual({
      protectedByUs: 3,
      protectedByOthers: 1,
      impossible: 2,
      exempt: 1,
      optedOut: 2,
      eligibleNotYet: 0,
    });
  });

  it.each(['failed', 'unconfirmed', 'skipped'] as const)('is as the run found it where a change %s', (status) => {
    const { standings } = counted(sample, status);
    expect(standings).toMatchObject({
      wanted: { protection: 'eligibleNotYet', maximumGb: null },
      off: { protection: 'protectedByUs', maximumGb: 20 },
      lower: { protection: 'protectedByUs', maximumGb: 300 },
    });
  });

  it('does not say which maximum is left where one of two autoscalers went away', () => {
    const twice = aSnapshot({
      services: [service('orders', { integrations: [integrationWith('a'), integrationWith('b')] })],
      endpoints: [at('a', 100), at('b', 300)],
    });
    expect(counted(twice, 'confirmed').standings).toEqual({
      orders: { protection: 'protectedByUs', maximumGb: null },
    });
  });

  it('is not known of a decision without an actual state', () => {
    expect(protectionOf(decision, [])).toBeUndefined();
    expect(protectionOf({ ...decision, actual: none }, [])?.protection).toBe('eligibleNotYet');
  });
});

const sketch = fc.record({
  type: fc.constantFrom('pg', 'pg', 'valkey'),
  state: fc.constantFrom('RUNNING', 'RUNNING', 'POWEROFF'),
  tags: fc.constantFrom<Service['tags'][]>(
    {},
    {},
    { 'disk-autoscaler': 'off' },
    { 'disk-autoscaler-exempt': '2031-01-01' },
  ),
  has: fc.subarray(['ours', 'spare', 'theirs'] as const),
});

const snapshots = fc.array(sketch, { maxLength: 8 }).map((sketches) => {
  const endpoints: Endpoint[] = [anEndpoint({ id: 'theirs', name: 'team' })];
  const services = sketches.map(({ has, ...given }, place) => {
    const name = `s${place}`;
    if (has.includes('ours') || has.includes('spare')) {
      endpoints.push(anEndpoint({ id: `e${place}`, name: endpointName(name) }));
    }
    const ties = [
      ...(has.includes('ours') ? [integrationWith(`e${place}`)] : []),
      ...(has.includes('theirs') ? [integrationWith('theirs')] : []),
    ];
    return service(name, { ...given, integrations: ties });
  });
  return aSnapshot({ services, endpoints });
});

const effects = fc.constantFrom(
  [enableAll(50)],
  [{ name: 'off', match: { project: ['*'] }, effect: 'disable' as const }],
  [{ ...enableAll(200), match: { service: ['s0', 's1', 's2'] } }],
);

const statuses = fc.array(fc.constantFrom('confirmed', 'failed', 'unconfirmed', 'skipped'), {
  minLength: 24,
  maxLength: 24,
}) as fc.Arbitrary<ChangeStatus[]>;

const useOf = ({ endpoints }: Snapshot, { name, integrations }: Service): string => {
  const used = integrations.map(({ endpointId }) => endpoints.find(({ id }) => id === endpointId)?.name);
  if (used.includes(endpointName(name))) return 'ours';
  return used.length > 0 ? 'theirs' : 'none';
};

/** Ends the changes of each service in their order: after one that is not confirmed the others are skipped. */
const ended = (changes: readonly Change[], ends: readonly ChangeStatus[]): ChangeResult[] => {
  const stopped = new Set<string | null>();
  return changes.map((change, n) => {
    const status = stopped.has(change.service) ? 'skipped' : (ends[n] ?? 'failed');
    if (status !== 'confirmed') stopped.add(change.service);
    return { ...change, status };
  });
};

it('puts every service into one class, and counts as protected exactly those that have an autoscaler', () => {
  fc.assert(
    fc.property(snapshots, effects, statuses, (snapshot, rules, ends) => {
      const { plan } = planOf([snapshot], { policy: aPolicy({ rules }) });
      const results = ended(plan.changes, ends);
      const counts = countProtected(plan.decisions, results);
      expect(Object.keys(counts).sort()).toEqual([...protections].sort());
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(snapshot.services.length);
      const done = results.filter(({ status }) => status === 'confirmed');
      const after = afterApplying([snapshot], done)[0] ?? snapshot;
      const uses = after.services.map((each) => useOf(after, each));
      expect(counts.protectedByUs).toBe(uses.filter((use) => use === 'ours').length);
      expect(counts.protectedByOthers).toBe(uses.filter((use) => use === 'theirs').length);
    }),
  );
});
