import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentsText } from '../../../lib/core/inventory/contents.ts';
import { recordOf } from '../../../lib/run/inventory/reading-contents.ts';
import type { InventoryRecord } from '../../../lib/run/store/run-objects.ts';
import { aService } from '../../core/organization.ts';

const at = '2030-01-01T10:00:00.000Z';

const reading: InventoryRecord = recordOf(
  { organization: 'org', runId: 'first' },
  { name: 'shop', tags: { team: 'a' } },
  {
    services: [aService({ name: 'a' }), aService({ name: 'b' })],
    endpoints: [{ id: 'e1', name: 'headroom-a', maximum: { kind: 'additional', gb: 10 } }],
    alerts: [],
    names: ['a', 'b'],
    readAt: at,
    seenAt: at,
    historyDay: 7,
  },
  { at, mark: {}, earlier: undefined },
);

const service = fc.record({ name: fc.constantFrom('a', 'b'), diskMb: fc.constantFrom(0, 1024, null) });

/** What a later reading finds otherwise; most of it as it was, and some as equal objects instead of the same ones. */
const change: fc.Arbitrary<Partial<InventoryRecord>> = fc.oneof(
  fc.record({ readAt: fc.constant('2030-01-01T11:00:00.000Z'), runId: fc.constant('next') }),
  fc.record({ tags: fc.dictionary(fc.constantFrom('team', 'env'), fc.constantFrom('a', 'b')) }),
  fc.record({ services: fc.array(service.map(aService), { maxLength: 3 }) }),
  fc.record({ endpoints: fc.constantFrom([], [...reading.endpoints]) }),
  fc.record({ announced: fc.constantFrom([], ['a'], ['b', 'a']) }),
  fc.record({ alerts: fc.constantFrom(undefined, [], [{ service: 'a', isCritical: true, since: null }]) }),
  fc.record({ historyDay: fc.constantFrom(undefined, 7, 8) }),
  fc.constant({ changedBy: 'other' }),
  fc.constant(structuredClone(reading)),
);

describe('the text of the contents of a reading', () => {
  it('is that of an equal reading of which nothing is known, whatever the readings before it had', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        let now = reading;
        for (const one of changes) {
          now = { ...now, ...one };
          expect(contentsText(now)).toBe(contentsText(structuredClone(now)));
        }
      }),
    );
  });
});

it('an alert stays known for as long as no list of alerts ends it, however many are missing in a row', () => {
  const by = { organization: 'org', runId: 'next' };
  const alert = { service: 'a', isCritical: true, since: null };
  const after = (earlier: InventoryRecord, alerts: InventoryRecord['alerts']): InventoryRecord =>
    recordOf(
      by,
      { name: 'shop', tags: {} },
      { ...reading, alerts, names: [], seenAt: at, historyDay: 7 },
      {
        at,
        mark: {},
        earlier,
      },
    );
  const listed = after(reading, [alert]);
  const twiceMissing = after(after(listed, undefined), undefined);
  expect([twiceMissing.alerts, twiceMissing.lastAlerts]).toEqual([undefined, [alert]]);
  expect(after(twiceMissing, []).lastAlerts).toBeUndefined();
});
