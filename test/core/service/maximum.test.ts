import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Change } from '../../../lib/core/change/change.ts';
import type { Finding } from '../../../lib/core/model/decision.ts';
import type { Maximum, Service, Snapshot } from '../../../lib/core/model/model.ts';
import { endpointName } from '../../../lib/core/service/endpoint-name.ts';
import { additionalGbOf, isSameMaximum, leastGb, maximumOf, measure } from '../../../lib/core/service/maximum.ts';
import { flat } from '../a-change.ts';
import {
  additional,
  afterApplying,
  anEndpoint,
  aPolicy,
  aService,
  aSnapshot,
  enableAll,
  planOf,
} from '../organization.ts';

const total = (gb: number | null) => ({ kind: 'total', gb }) as const;
const mb = fc.integer({ min: 1, max: 4_000_000 });
const gb = fc.integer({ min: 0, max: 1_000_000 });

describe('additional storage and totals (§2.1; pf 1.1)', () => {
  test.each([
    // additional GB, own disk of the plan in MB, total GB
    [200, 80 * 1024, 280],
    [0, 80 * 1024, 80],
    [1, 1024, 2],
    // A begun GB is a whole one.
    [10, 80 * 1024 + 1, 91],
    [10, 80 * 1024 - 1, 90],
    [10, 1, 11],
    [1_000_000, 90 * 1024, 1_000_090],
  ])('%i GB beyond a plan of %i MB are %i GB in all, and back', (additionalGb, planDiskMb, totalGb) => {
    expect(maximumOf('total', additionalGb, planDiskMb)).toEqual(total(totalGb));
    expect(additionalGbOf(total(totalGb), planDiskMb)).toBe(additionalGb);
    expect(maximumOf('additional', additionalGb, planDiskMb)).toEqual(additional(additionalGb));
    expect(additionalGbOf(additional(additionalGb), planDiskMb)).toBe(additionalGb);
  });

  it('turn into each other and back without loss, for any plan', () => {
    fc.assert(
      fc.property(
        gb,
        mb,
        fc.constantFrom('additional' as const, 'total' as const),
        (additionalGb, planDiskMb, kind) => {
          const maximum = maximumOf(kind, additionalGb, planDiskMb) as Maximum;
          expect(maximum.kind).toBe(kind);
          expect(additionalGbOf(maximum, planDiskMb)).toBe(additionalGb);
          // A total lets no more grow than the additional storage, and less than one begun GB more.
          const overMb = kind === 'total' ? maximum.gb * 1024 - planDiskMb - additionalGb * 1024 : 0;
          expect(overMb).toBeGreaterThanOrEqual(0);
          expect(overMb).toBeLessThan(1024);
        },
      ),
    );
  });

  it('are never taken for each other', () => {
    expect(isSameMaximum(total(100), { kind: 'additional', gb: 100 })).toBe(false);
    expect(isSameMaximum(additional(100), { kind: 'total', gb: 100 })).toBe(false);
    expect(isSameMaximum(total(100), { kind: 'total', gb: 100 })).toBe(true);
    expect(isSameMaximum(total(null), { kind: 'total', gb: 100 })).toBe(false);
  });

  it('need the plan’s own disk only for totals', () => {
    for (const unknown of [null, undefined]) {
      expect(maximumOf('additional', 5, unknown)).toEqual(additional(5));
      expect(maximumOf('total', 5, unknown)).toBeNull();
      expect(additionalGbOf(total(500), unknown)).toBeNull();
      expect(additionalGbOf(additional(5), unknown)).toBe(5);
    }
  });

  it('come to nothing where a total is below the plan’s own disk', () => {
    expect(additionalGbOf(total(60), 80 * 1024)).toBe(0);
  });

  it('go by the plan of the service that an endpoint is named after', () => {
    const services = [aService(), aService({ name: 'carts', plan: 'business-8' })];
    const endpoints = [
      anEndpoint({ maximum: total(280) }),
      anEndpoint({ id: 'e2', name: 'headroom-carts', maximum: total(280) }),
      anEndpoint({ id: 'e3', name: 'headroom-gone', maximum: total(280) }),
    ];
    const disks = new Map([
      ['pg/startup-4', 80 * 1024],
      ['pg/business-8', 160 * 1024],
    ]);
    expect(measure(services, endpoints, disks).map(({ maxAdditionalGb }) => maxAdditionalGb)).toEqual([200, 120, null]);
  });
});

describe('a plan where maximums are totals', () => {
  const disks = new Map([
    ['pg/tiny', 16 * 1024],
    ['pg/startup-4', 80 * 1024],
    ['pg/odd', 80 * 1024 + 300],
  ]);
  const sketch = fc.record({ plan: fc.constantFrom('tiny', 'startup-4', 'odd'), grownMb: fc.nat(60_000) });
  const servicesOf = (sketches: readonly { readonly plan: string; readonly grownMb: number }[]): Service[] =>
    sketches.map(({ plan, grownMb }, index) =>
      aService({ name: `service-${index}`, plan, diskMb: (disks.get(`pg/${plan}`) ?? 0) + grownMb }),
    );

  it('asks for the own disks of its plans first, each once', () => {
    const snapshot = aSnapshot({ services: [aService(), aService({ name: 'carts' })] });
    const made = planOf([snapshot], { maximumKind: 'total', planDiskMb: new Map() });
    expect(made.needs).toEqual([{ project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' }]);
    expect(made.plan.changes).toEqual([]);
  });

  it('asks for nothing of a service that has no autoscaler and gets none', () => {
    const given = { maximumKind: 'total', planDiskMb: new Map(), policy: aPolicy({ rules: [] }) } as const;
    expect(planOf([aSnapshot({ services: [aService()] })], given).needs).toEqual([]);
  });

  it('takes away also what it cannot count', () => {
    const integrations = [{ id: 't', endpointId: 'endpoint-1' }];
    const snapshot = aSnapshot({
      services: [aService({ integrations })],
      endpoints: [anEndpoint({ maximum: total(280) })],
    });
    const policy = aPolicy({ rules: [{ name: 'none', match: { project: ['*'] }, effect: 'disable' }] });
    const { plan } = planOf([snapshot], {
      policy,
      maximumKind: 'total',
      planDiskMb: new Map([['pg/startup-4', null]]),
    });
    expect(plan.changes.map(({ kind }) => kind)).toEqual(['delete-integration', 'delete-endpoint']);
  });

  it('leaves an endpoint of the other kind what it is', () => {
    const integrations = [{ id: 't', endpointId: 'endpoint-1' }];
    const snapshot = aSnapshot({ services: [aService({ integrations })], endpoints: [anEndpoint()] });
    const { plan } = planOf([snapshot], { policy: aPolicy({ rules: [enableAll(150)] }), maximumKind: 'total' });
    expect(flat(plan.changes).map(({ kind, maximum }) => [kind, maximum])).toEqual([
      ['update-endpoint', { kind: 'additional', gb: 150 }],
    ]);
  });

  it('has the same digest only when it writes the same', () => {
    const snapshot = aSnapshot({ services: [aService()] });
    expect(planOf([snapshot], { maximumKind: 'total' }).plan.digest).not.toBe(planOf([snapshot]).plan.digest);
  });

  /** What is written for each service, with the disk that it has. */
  const written = (snapshot: Snapshot, changes: readonly Change[]) =>
    flat(changes).flatMap(({ service, maximum }) => {
      const { diskMb } = snapshot.services.find(({ name }) => name === service) ?? {};
      return maximum === null ? [] : [{ ...maximum, diskMb: diskMb ?? 0 }];
    });

  /** Maximums that are there of services without a finding. */
  const reached = (snapshot: Snapshot, findings: readonly Finding[]) => {
    const excused = new Set(findings.map(({ service }) => endpointName(service)));
    return measure(snapshot.services, snapshot.endpoints, disks)
      .filter(({ name }) => !excused.has(name))
      .map(({ maxAdditionalGb }) => maxAdditionalGb);
  };

  it('never writes a total below the disk or below the least, ends where it should, and then changes nothing', () => {
    const step = (before: Snapshot, wanted: number): Snapshot => {
      const policy = aPolicy({ rules: [enableAll(wanted)] });
      const given = { policy, maximumKind: 'total', planDiskMb: disks } as const;
      const { plan, needs } = planOf([before], given);
      expect(needs).toEqual([]);
      for (const { kind, gb: totalGb, diskMb } of written(before, plan.changes)) {
        expect(kind).toBe('total');
        expect(totalGb).toBeGreaterThanOrEqual(leastGb.total);
        expect(totalGb * 1024).toBeGreaterThanOrEqual(diskMb);
      }
      const after = afterApplying([before], plan.changes)[0] ?? before;
      const again = planOf([after], given).plan;
      expect(again.changes).toEqual([]);
      expect(new Set([wanted, ...reached(after, again.findings)]).size).toBe(1);
      return after;
    };
    fc.assert(
      fc.property(fc.array(sketch, { maxLength: 6 }), fc.array(fc.nat(80), { maxLength: 3 }), (sketches, maximums) => {
        maximums.reduce(step, aSnapshot({ services: servicesOf(sketches) }));
      }),
    );
  });
});
