import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOrders, estimateText, roomOf } from '../../../lib/core/calls/order.ts';

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

it('says how many calls are to come, and how long they take at a limited rate', () => {
  expect(estimateText(400, 100, 'prices')).toBe('400 calls to read prices: about 5 minutes at 100 calls a minute');
  expect(estimateText(1, Number.POSITIVE_INFINITY, 'disk use')).toBe('1 call to read disk use');
});
