import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOrders, roomOf } from '../../../lib/core/calls/order.ts';

describe('the room of an order', () => {
  it('is smaller than that of every order before it, as long as it has calls at all', () => {
    expect(callOrders.map((order) => roomOf(order, 100))).toEqual([100, 96, 90, 85]);
    expect(callOrders.map((order) => roomOf(order, 10))).toEqual([10, 9, 8, 7]);
    expect(callOrders.map((order) => roomOf(order, 1))).toEqual([1, 1, 1, 1]);
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 10_000 }), (callsPerMinute) => {
        const rooms = callOrders.map((order) => roomOf(order, callsPerMinute));
        expect(rooms).toEqual([...new Set(rooms)].sort((a, b) => b - a));
      }),
    );
  });
});
