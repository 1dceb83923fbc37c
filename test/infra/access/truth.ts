/** Yes, no, or what prevents an answer. */
export type Truth = boolean | string;

/** Whether all of them are true; one that is false decides it, whatever is undecided. */
export const allOf = (truths: readonly Truth[]): Truth =>
  truths.includes(false) ? false : (truths.find((truth) => truth !== true) ?? true);

/** Whether one of them is true; one that is true decides it, whatever is undecided. */
export const anyOf = (truths: readonly Truth[]): Truth =>
  truths.includes(true) ? true : (truths.find((truth) => truth !== false) ?? false);

export const not = (truth: Truth): Truth => (typeof truth === 'string' ? truth : !truth);
