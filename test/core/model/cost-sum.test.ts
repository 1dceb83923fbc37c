import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCostSum } from '../../../lib/core/model/cost-sum.ts';

it('the cost of many services is exact, whatever their prices and sizes are', () => {
  const price = fc.oneof(fc.bigInt({ min: 0n, max: 400_000_000_000n }), fc.bigInt({ min: 0n, max: 2n ** 62n }));
  const gb = fc.oneof(fc.nat(1000), fc.nat(2 ** 23), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(fc.tuple(price, gb), { maxLength: 200 }), (services) => {
      const sum = createCostSum();
      for (const [each, size] of services) sum.add(each, Number(each), size);
      expect(sum.total()).toBe(services.reduce((total, [each, size]) => total + each * BigInt(size), 0n));
    }),
  );
});
