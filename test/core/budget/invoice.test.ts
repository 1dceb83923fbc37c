import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InvoiceLine, reconcile } from '../../../lib/core/budget/invoice.ts';
import { unit } from '../../../lib/core/model/money.ts';

const until = '2030-07-01T00:00:00Z';
const line = (given: Partial<InvoiceLine>): InvoiceLine => ({
  type: 'extra_charge',
  project: 'shop',
  service: 'orders',
  total: 30n * unit,
  until,
  ...given,
});
const orders = { project: 'shop', service: 'orders' };
/** 30.00 a month since long before. */
const thirty = [{ at: '2030-05-01T00:00:00.000Z', monthly: 30n * unit }];

describe('an invoice', () => {
  it('is explained where a service cost what its sizes and its price say', () => {
    const { services, unexplained } = reconcile([line({})], [orders], () => thirty);
    expect(services).toMatchObject([{ ...orders, invoiced: 30n * unit }]);
    expect(unexplained < unit / 1000n).toBe(true);
  });

  it('shows what is invoiced beyond that, the largest difference first', () => {
    const lines = [line({}), line({ service: 'billing', total: 75n * unit })];
    const { services } = reconcile(lines, [orders, { ...orders, service: 'billing' }], () => thirty);
    expect(services.map(({ service }) => service)).toEqual(['billing', 'orders']);
    expect(services[0]?.difference).toBeGreaterThanOrEqual(45n * unit);
  });

  it('has no expectation, and not one of 0, where a price, a size or the history is unknown', () => {
    for (const samples of [null, [], [{ at: '2030-07-02T00:00:00.000Z', monthly: unit }]]) {
      const { services, expected, unexplained } = reconcile([line({})], [orders], () => samples);
      expect(services).toEqual([{ ...orders, expected: null, invoiced: 30n * unit, difference: null }]);
      expect([expected, unexplained]).toEqual([0n, 30n * unit]);
    }
  });

  it('has none for a service that Headroom does not know', () => {
    expect(reconcile([line({})], [], () => thirty).services).toMatchObject([{ expected: null, difference: null }]);
  });

  it('names a service that should have cost something and has no line', () => {
    const lines = [line({ service: 'billing' })];
    const { services } = reconcile(lines, [orders], () => thirty);
    expect(services).toContainEqual(expect.objectContaining({ ...orders, invoiced: 0n }));
  });

  it('leaves lines that are no storage to others, by kind, with credits below 0', () => {
    const lines = [
      line({ type: 'service_charge' }),
      line({ type: 'credit_consumption', service: '', total: -5n * unit }),
      line({ type: 'service_charge', service: 'billing' }),
    ];
    expect(reconcile(lines, [], () => null).others).toEqual([
      { type: 'service_charge', lines: 2, total: 60n * unit },
      { type: 'credit_consumption', lines: 1, total: -5n * unit },
    ]);
  });

  it('adds up: the services and the other lines are the whole invoice', () => {
    const drawn = fc.array(
      fc.record({
        type: fc.constantFrom('extra_charge', 'service_charge', 'rounding'),
        project: fc.constantFrom('shop', 'stock'),
        service: fc.constantFrom('', 'orders', 'billing'),
        total: fc.bigInt({ min: -unit, max: 900n * unit }),
        until: fc.constant(until),
      }),
    );
    fc.assert(
      fc.property(drawn, (lines) => {
        const { services, others, invoiced, expected, unexplained } = reconcile(lines, [orders], () => thirty);
        const parts = [...services.map((one) => one.invoiced), ...others.map(({ total }) => total)];
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(invoiced);
        expect(expected + unexplained).toBe(services.reduce((sum, one) => sum + one.invoiced, 0n));
      }),
    );
  });
});
