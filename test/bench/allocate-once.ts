import { allocate, type Claim } from '../../lib/core/budget/budget.ts';
import { costOfGb, type Money } from '../../lib/core/model/money.ts';

/** `node allocate-once.mjs COUNT`: divides one budget among so many services, alone in a process, and tells what it took. */

const count = Number(process.argv[2]);
const servicesPerProject = 50;

/** A linear congruential generator: the same numbers in every run. */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** As one string of its own, as it is when read from a store. */
const text = (value: string) => Buffer.from(value).toString('latin1');

/** Services of every price, tier and weight in an order that has nothing to do with their names. */
const makeClaims = (): Claim[] => {
  const below = numbers(20_260_302);
  const projects = Array.from({ length: Math.ceil(count / servicesPerProject) }, (_, at) => text(`project-${at}`));
  const claims = Array.from({ length: count }, (_, at): Claim => {
    const floorGb = below(100);
    return {
      project: projects[Math.floor(at / servicesPerProject)] ?? '',
      service: text(`service-${below(1_000_000)}-${at}`),
      floorGb,
      wantGb: floorGb + below(1000),
      price: 73_000_000_000n + BigInt(below(300_000_000)) * 1000n,
      priority: 1 + below(3),
      weight: 1 + below(10),
    };
  });
  for (let at = count - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    const [one, two] = [claims[at], claims[other]];
    if (one !== undefined && two !== undefined) [claims[at], claims[other]] = [two, one];
  }
  return claims;
};

const claims = makeClaims();
const all = claims.reduce((sum: Money, { price, wantGb }) => sum + costOfGb(price, wantGb), 0n);
const began = performance.now();
// Ends in the middle of the second tier.
const { frozen, shares } = allocate(all / 2n, claims);
const ms = performance.now() - began;
const cut = new Set(shares.flatMap(({ claim, gb }) => (gb < claim.wantGb ? [claim.priority] : [])));
if (frozen || cut.has(1) || !cut.has(2)) throw new Error('the budget was to end in the second tier');
process.stdout.write(JSON.stringify({ ms, peakMb: process.resourceUsage().maxRSS / 1024 }));
