import fc from 'fast-check';
import type { Claim, SharedMoney } from '../../lib/core/budget/budget.ts';
import type { Money } from '../../lib/core/model/money.ts';

const projects = ['a', 'a-b', 'B', 'ä'];

/** Of small numbers, so that ties, equal services and budgets that end in the middle of a step are common. */
export const claim: fc.Arbitrary<Claim> = fc.record({
  project: fc.constantFrom(...projects),
  service: fc.constantFrom('pg', 'kafka', 'Kafka', 'pg-1', 'pg-10', 'pg-2'),
  floorGb: fc.nat(12),
  wantGb: fc.nat(30),
  price: fc.oneof(
    fc.constantFrom(0n, 1n, 100_010_000_000n, 150_000_000_000n),
    fc.bigInt({ min: 0n, max: 400_000_000_000n }),
  ),
  priority: fc.integer({ min: 1, max: 3 }),
  weight: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(7, 997, 999, 1000)),
});

export const claims: fc.Arbitrary<Claim[]> = fc.uniqueArray(claim, {
  maxLength: 7,
  selector: ({ project, service }) => `${project}/${service}`,
});

/** From nothing to about all that any claims above could want, more often too little than too much. */
export const monthly: fc.Arbitrary<Money> = fc.oneof(
  fc.bigInt({ min: 0n, max: 40_000_000_000_000n }),
  fc.bigInt({ min: 0n, max: 5_000_000_000_000n }),
);

export const gbOf = ({ shares }: SharedMoney): Record<string, number> =>
  Object.fromEntries(shares.map(({ claim: { project, service }, gb }) => [`${project}/${service}`, gb]));
