import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointName, isOurs } from '../../../lib/core/service/endpoint-name.ts';

describe('endpointName', () => {
  it('is the service name behind our prefix', () => {
    expect(endpointName('orders')).toBe('headroom-orders');
    expect(endpointName('a'.repeat(31))).toBe(`headroom-${'a'.repeat(31)}`);
  });

  it('cuts a longer name and adds a hash, so that different services get different names', () => {
    const [one, two] = [endpointName(`${'a'.repeat(40)}-1`), endpointName(`${'a'.repeat(40)}-2`)];
    expect(one).toMatch(/^headroom-a{22}-[0-9a-f]{8}$/);
    expect(two).not.toBe(one);
  });

  it('stays what it is across versions, because it is the idempotency key', () => {
    expect(endpointName('customer-orders-archive-eu-west-1-2030')).toBe('headroom-customer-orders-archiv-aace7d47');
  });

  it('is always ours and at most 40 characters', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 64 }), (service) => {
        expect(endpointName(service).length).toBeLessThanOrEqual(40);
        expect(isOurs(endpointName(service))).toBe(true);
      }),
    );
  });
});

it('does not take an endpoint of another name for ours', () => {
  expect(['disk-autoscaler-200', 'headroom', 'my-headroom-x', ''].some(isOurs)).toBe(false);
});
