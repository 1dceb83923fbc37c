/**
 * Projects that one survey reads at most, over as many calls as that takes. A child execution has a price of its own, and its
 * first call comes beside those that its waits cost.
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

/** How often surveys of so many projects in all store times. */
export const timesStored = (count: number, surveys: number): number =>
  surveys === 0 ? 0 : surveys * Math.ceil(count / surveys / timesTogether);

/** Number of batches for so many projects. */
export const surveysFor = (count: number, copies: number): number => Math.ceil(count / sizeFor(count, copies));
