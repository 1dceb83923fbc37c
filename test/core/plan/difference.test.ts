import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProposedChange } from '../../../lib/core/change/change.ts';
import type { ChangeJson } from '../../../lib/core/change/change-json.ts';
import { differenceText, planDifference } from '../../../lib/core/plan/difference.ts';
import { byChangeOrder, digestText } from '../../../lib/core/plan/order.ts';
import { aChange } from '../a-change.ts';

const change = aChange;

describe('the difference of two plans', () => {
  it('is nothing for the same changes, whatever their order', () => {
    const two = [change(), change({ service: 'billing', endpointName: 'headroom-billing' })];
    expect(planDifference(two, two.toReversed())).toEqual([]);
  });

  it.each([
    ['what is gone', [change()], [], 'no longer needed: update-endpoint shop-prod/orders, 100 → 200 GB'],
    ['what is new', [], [change()], 'newly needed: update-endpoint shop-prod/orders, 100 → 200 GB'],
    [
      'different numbers',
      [change()],
      [change({ fromGb: 120 })],
      'different numbers: update-endpoint shop-prod/orders, proposed 100 → 200 GB, now 120 → 200 GB',
    ],
    [
      'a raise that has become a lower',
      [change()],
      [change({ phase: 'release', fromGb: 300 })],
      'different numbers: update-endpoint shop-prod/orders, proposed 100 → 200 GB, now 300 → 200 GB',
    ],
    [
      'another object under the same name',
      [change()],
      [change({ endpointId: 'e-2' })],
      'different object: update-endpoint shop-prod/orders, 100 → 200 GB, refers to a different endpoint or integration now, or counts differently',
    ],
    [
      'an endpoint whose service is gone',
      [],
      [change({ kind: 'delete-endpoint', service: '', toGb: 0 })],
      'newly needed: delete-endpoint shop-prod/headroom-orders, 100 → 0 GB',
    ],
    [
      'another value of an option',
      [change({ kind: 'update-search-configuration', members: [{ path: 'service_log', from: null, to: true }] })],
      [change({ kind: 'update-search-configuration', members: [{ path: 'service_log', from: false, to: true }] })],
      'different numbers: update-search-configuration shop-prod/orders, proposed service_log null → true, now service_log false → true',
    ],
  ])('lists %s', (_what, proposed, needed, line) => {
    expect(planDifference(proposed, needed)).toEqual([line]);
  });

  it('counts two surplus objects of one service one by one', () => {
    const surplus = (id: string) => change({ kind: 'delete-endpoint', endpointId: id, fromGb: 50, toGb: 0 });
    expect(planDifference([surplus('a'), surplus('b')], [surplus('b')])).toEqual([
      'no longer needed: delete-endpoint shop-prod/orders, 50 → 0 GB',
    ]);
  });

  it('is nothing exactly when both plans have the same digest', () => {
    const some = fc.uniqueArray(
      fc
        .record({
          kind: fc.constantFrom('update-endpoint' as const, 'delete-endpoint' as const),
          service: fc.constantFrom('a', 'b'),
          fromGb: fc.constantFrom(1, 2),
          endpointId: fc.constantFrom('x', 'y'),
        })
        .map(change),
      { selector: (each) => JSON.stringify(each), maxLength: 5 },
    );
    const digest = (changes: readonly ProposedChange[]) =>
      digestText(changes.map((each) => ({ ...each, rule: '', reasons: [] })).sort(byChangeOrder));
    fc.assert(
      fc.property(some, some, (proposed, needed) => {
        expect(planDifference(proposed, needed).length === 0).toBe(digest(proposed) === digest(needed));
      }),
    );
  });

  it('depends on every part that is written, and on none that was only read', () => {
    const digest = (given: Partial<ChangeJson>) => digestText([change(given)]);
    const held = { kind: 'total', gb: 300 } as const;
    expect(digest({ kind: 'delete-endpoint', toGb: 0, held })).toBe(digest({ kind: 'delete-endpoint', toGb: 0 }));
    const detach = { kind: 'delete-integration', toGb: 0 } as const;
    expect(digest({ ...detach, integrationId: 'i-2' })).not.toBe(digest(detach));
    expect(digest({ maximum: { kind: 'total', gb: 200 } })).not.toBe(digest({}));
  });

  it('is listed by project and service, and shows no character that hides another', () => {
    const [first, second] = [change({ project: 'a' }), change({ project: 'b\u202e' })];
    expect(planDifference([second], [first]).map((line) => line.split(':', 1)[0])).toEqual([
      'newly needed',
      'no longer needed',
    ]);
    expect(differenceText(planDifference([second], []))).toContain(String.raw`b\u202e/orders`);
  });

  it('is shown in ten lines and the number of the rest', () => {
    const lines = Array.from({ length: 13 }, (_, n) => `line ${n}`);
    const shown = differenceText(lines).split('\n').slice(1);
    expect(shown).toHaveLength(11);
    expect(shown.at(-1)).toBe('  and 3 more');
    expect(differenceText(lines.slice(0, 10)).split('\n').slice(1)).toHaveLength(10);
  });
});
