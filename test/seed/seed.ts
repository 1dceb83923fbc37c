import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where all randomness of the tests comes from in this run. */
    readonly seed: number;
  }
}

/** The seed of every run that asks for no other: a change that breaks nothing must not fail by chance. */
export const fixedSeed = 20_260_101;

const largest = 2 ** 31 - 1;

/**
 * The seed that a value of `HEADROOM_SEED` asks for: a number, or `random` for one that `draw` (from 0 to below 1) gives.
 * Throws where it is neither.
 */
export const seedOf = (asked: string | undefined, draw: () => number): number => {
  if (asked === undefined || asked === '') return fixedSeed;
  if (asked === 'random') return Math.floor(draw() * largest);
  const seed = /^\d{1,10}$/.test(asked) ? Number(asked) : Number.NaN;
  if (seed <= largest) return seed;
  throw new Error(`HEADROOM_SEED is ${asked}: give a whole number from 0 to ${largest}, or random`);
};

/** What a run says of its seed; nothing of the fixed one. */
export const seedLine = (seed: number): string | undefined =>
  seed === fixedSeed ? undefined : `The tests draw from seed ${seed}: HEADROOM_SEED=${seed} npm test repeats them.`;
