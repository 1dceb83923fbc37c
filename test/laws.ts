import fc from 'fast-check';
import { inject } from 'vitest';
import './seed/seed.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which part of the examples this stage of the tests draws: the first so many of them. */
    readonly shareOfExamples: number;
  }
}

/**
 * Holds laws against the same examples, of which there are this many in `npm run proof` and the first quarter of them in
 * `npm test`: making one, and what a law asks of it first, often takes longer than to look at the outcome, so that many laws
 * would do the same work again and again. A law must leave its example as it is. The first example that breaks a law is found
 * again by fast-check, which makes it small.
 */
export const lawsFor = <Example>(examples: fc.Arbitrary<Example>, all: number) => {
  const seed = inject('seed');
  const numRuns = Math.ceil(all * inject('shareOfExamples'));
  let made: readonly Example[] | undefined;
  return (law: (example: Example) => void): void => {
    made ??= fc.sample(examples, { seed, numRuns });
    try {
      for (const example of made) law(example);
    } catch (error) {
      fc.assert(fc.property(examples, law), { seed, numRuns });
      throw error;
    }
  };
};

/** What a function makes of an example, made once for all laws. */
export const oncePerExample = <Example extends object, Made>(
  make: (example: Example) => Made,
): ((example: Example) => Made) => {
  const known = new WeakMap<Example, { readonly made: Made }>();
  return (example) => {
    const found = known.get(example) ?? { made: make(example) };
    known.set(example, found);
    return found.made;
  };
};
