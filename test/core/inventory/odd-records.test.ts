import { expect, it } from 'vitest';
import { withOldParts } from '../../../lib/core/inventory/odd-records.ts';
import { aService } from '../organization.ts';

const use = (endpointId: string) => ({ id: `i-${endpointId}`, endpointId });
const orders = aService({ name: 'orders', integrations: [use('e1')] });
const billing = aService({ name: 'billing', integrations: [use('e2')] });
const nameless = aService({ name: '(no name)', unusable: 'it has no name' });

it('a service whose record cannot be read keeps the integrations that it had, each once', () => {
  const odd = { ...orders, integrations: [use('e3')], unusable: 'odd' };
  expect(withOldParts([orders, billing], [odd, billing])).toEqual([
    { ...odd, integrations: [use('e3'), use('e1')] },
    billing,
  ]);
  expect(withOldParts([orders], [{ ...orders, unusable: 'odd' }])).toEqual([{ ...orders, unusable: 'odd' }]);
});

it('while a record has no name, each service that is missing may be it, so it stays and is not used', () => {
  const [first, second, third] = withOldParts([orders, billing], [nameless, billing]);
  expect([first, second]).toEqual([nameless, billing]);
  expect(third).toEqual({ ...orders, unusable: expect.stringContaining('a record without a name') });
});

it('a service that is missing from records of which all can be read does not stay', () => {
  const now = [billing];
  expect(withOldParts([orders, billing], now)).toBe(now);
  const odd = [{ ...billing, unusable: 'odd' }];
  expect(withOldParts([orders, billing], odd)).toEqual(odd);
});

it('what no reading knows has only what is listed', () => {
  const now = [nameless, { ...billing, unusable: 'odd' }];
  expect(withOldParts(undefined, now)).toBe(now);
  expect(withOldParts([], now)).toEqual(now);
});
