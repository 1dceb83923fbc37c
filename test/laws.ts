import fc from 'fast-check';
import { inject } from 'vitest';
import './seed/seed.ts';

/**
 * Holds laws against the same worlds, of which there are this many: making a world, and what a law asks of it first, often
 * takes longer than to look at the outcome, so that many laws would do the same work again and again. A law must leave its
 * world as it is. The first world that breaks a law is found again by fast-check, which makes it small.
 */
export const lawsFor = <World>(worlds: fc.Arbitrary<World>, numRuns: number) => {
  const seed = inject('seed');
  let made: readonly World[] | undefined;
  return (law: (world: World) => void): void => {
    made ??= fc.sample(worlds, { seed, numRuns });
    try {
      for (const world of made) law(world);
    } catch (error) {
      fc.assert(fc.property(worlds, law), { seed, numRuns });
      throw error;
    }
  };
};

/** What a function makes of a world, made once for all laws. */
export const oncePerWorld = <World extends object, Made>(make: (world: World) => Made): ((world: World) => Made) => {
  const known = new WeakMap<World, { readonly made: Made }>();
  return (world) => {
    const found = known.get(world) ?? { made: make(world) };
    known.set(world, found);
    return found.made;
  };
};
