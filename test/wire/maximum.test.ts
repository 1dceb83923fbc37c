import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { maximumKindOf } from '../../lib/core/model/model.ts';
import { autoscalerUserConfigs } from '../../lib/platform/protocol/requests.ts';
import { endpointTypes, kindOfEndpointType, maximumFromWire, maximumToWire } from '../../lib/wire/maximum.ts';

const disk = (gb: unknown) => ({ type: 'autoscale_disk', cap_gb: gb });

describe('a maximum on the wire (§2.1; pf 1.1, 1.4)', () => {
  test.each([
    ['documented', 'disk_storage', { autoscaler: { max_additional_storage: '200' } }],
    ['current', 'autoscaler', { autoscaling: [{ type: 'autoscale_disk', cap_gb: 200 }] }],
  ] as const)(
    'has in profile %s the endpoint type %s (§2.1 endpoint_type, §2.1 user_config)',
    (profile, type, userConfig) => {
      const kind = maximumKindOf(profile);
      expect(endpointTypes[kind]).toBe(type);
      expect(kindOfEndpointType(type)).toBe(kind);
      expect(maximumToWire({ kind, gb: 200 })).toEqual(userConfig);
      expect(maximumFromWire(kind, userConfig)).toEqual({ kind, gb: 200 });
    },
  );

  it('comes back as it was, is taken by its own schema and never by the other one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 1_000_000 }), fc.constantFrom('additional', 'total'), (gb, kind) => {
        const [own, other] = kind === 'total' ? (['total', 'additional'] as const) : (['additional', 'total'] as const);
        const wire = maximumToWire({ kind: own, gb });
        expect(maximumFromWire(own, wire)).toEqual({ kind: own, gb });
        expect(maximumFromWire(other, wire)).toEqual({ kind: other, gb: null });
        expect(autoscalerUserConfigs[own].safeParse(wire).success).toBe(true);
        expect(autoscalerUserConfigs[other].safeParse(wire).success).toBe(false);
      }),
    );
  });

  test.each([
    ['one item', [disk(300)], 300],
    ['the smallest of several', [disk(300), disk(100)], 100],
    ['the disk’s among others', [{ type: 'autoscale_cpu_fraction', cap_gb: 1 }, disk(300)], 300],
    ['none', [], null],
    ['a fraction', [disk(1.5)], null],
    ['text', [disk('300')], null],
    ['less than nothing', [disk(-1)], null],
    ['one that cannot be read beside one that can', [disk(300), disk(null)], null],
    ['no object', [null, 7], null],
    ['no list', { cap_gb: 300 }, null],
  ])('is read as total from %s', (_what, items, gb) => {
    expect(maximumFromWire('total', { autoscaling: items })).toEqual({ kind: 'total', gb });
  });

  it('is read as additional from the client form too (§2.1 client form)', () => {
    expect(maximumFromWire('additional', { max_additional_storage: '7' }).gb).toBe(7);
    expect(maximumFromWire('additional', null).gb).toBeNull();
  });

  test.each([
    [49, false],
    [50, true],
    [50.5, false],
    ['50', false],
    [Number.MAX_SAFE_INTEGER, true],
    [Number.MAX_SAFE_INTEGER + 1, false],
    [null, false],
  ])('is a total of %s: %s', (gb, isTaken) => {
    expect(autoscalerUserConfigs.total.safeParse({ autoscaling: [disk(gb)] }).success).toBe(isTaken);
  });

  test.each([
    ['64 items', Array.from({ length: 64 }, () => disk(50)), true],
    ['65 items', Array.from({ length: 65 }, () => disk(50)), false],
    ['another type', [{ type: 'autoscale_cpu_fraction', cap_gb: 50 }], false],
    ['an unknown member', [{ ...disk(50), max: 1 }], false],
    ['no cap', [{ type: 'autoscale_disk' }], false],
  ])('in %s is taken: see the schema', (_what, autoscaling, isTaken) => {
    expect(autoscalerUserConfigs.total.safeParse({ autoscaling }).success).toBe(isTaken);
  });
});
