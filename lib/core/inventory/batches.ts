/**
 * Most projects that one survey reads, over as many calls of the task as necessary. Each child execution has a price, and it
 * costs a first call in addition to the calls after its waits.
 */
const mostInBatch = 500;

const sizeFor = (count: number, copies: number): number =>
  Math.max(1, Math.min(mostInBatch, Math.ceil(count / copies)));

/** Batches for the concurrent copies of a survey: as large as possible, but none of the copies without work. */
export const inSurveys = <T>(items: readonly T[], copies: number): readonly T[][] => {
  const size = sizeFor(items.length, copies);
  return Array.from({ length: surveysFor(items.length, copies) }, (_, at) => items.slice(at * size, (at + 1) * size));
};

/** Readings of which a survey stores the times together: those since the last ones are repeated if it is killed. */
export const timesTogether = 20;

/** Number of batches for so many projects. */
export const surveysFor = (count: number, copies: number): number => Math.ceil(count / sizeFor(count, copies));
