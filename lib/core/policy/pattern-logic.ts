import type { Patterns } from '../model/policy-document.ts';

/**
 * Whether it is certain that `wide` matches everything that `narrow` does. `narrow` is read as a text in which `*` and `?`
 * are signs of their own: only a `*` takes in a `*`, and no letter takes in a `?`. False where that is not enough to tell.
 */
export const globCovers = (wide: string, narrow: string): boolean => {
  let w = 0;
  let n = 0;
  let afterStar = -1;
  let resumeAt = 0;
  while (n < narrow.length) {
    const wanted = wide[w];
    const sign = narrow[n];
    if (wanted === '*') {
      w += 1;
      afterStar = w;
      resumeAt = n;
    } else if (sign !== '*' && (wanted === '?' || wanted === sign)) {
      w += 1;
      n += 1;
    } else if (afterStar >= 0) {
      w = afterStar;
      resumeAt += 1;
      n = resumeAt;
    } else {
      return false;
    }
  }
  while (wide[w] === '*') w += 1;
  return w === wide.length;
};

/** What is known of three neighbours of a pair of rests: one sign further in one, in the other, in both. */
interface Further {
  readonly inA: boolean;
  readonly inB: boolean;
  readonly inBoth: boolean;
}

const restsMeet = (x: string | undefined, y: string | undefined, { inA, inB, inBoth }: Further): boolean => {
  if (x === '*') return inA || (y !== undefined && inB);
  if (y === '*') return inB || (x !== undefined && inA);
  if (x === undefined || y === undefined) return x === y;
  return inBoth && (x === y || x === '?' || y === '?');
};

/** Whether some text matches both globs; exact, in time of the two lengths multiplied. */
export const globsMeet = (a: string, b: string): boolean => {
  // Whether what follows the place in `a` and what follows each place in `b` meet, from the ends on.
  let after: readonly boolean[] = [];
  for (let i = a.length; i >= 0; i -= 1) {
    const here: boolean[] = [];
    for (let j = b.length; j >= 0; j -= 1) {
      const further = { inA: after[j] === true, inB: here[j + 1] === true, inBoth: after[j + 1] === true };
      here[j] = restsMeet(a[i], b[j], further);
    }
    after = here;
  }
  return after[0] === true;
};

const excludedBy = (patterns: Patterns): string[] =>
  patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));

/** Globs of which one must match, without those that are excluded as a whole. */
const includedBy = (patterns: Patterns): string[] => {
  if (patterns.length === 0) return [];
  const excluded = excludedBy(patterns);
  const including = patterns.filter((pattern) => !pattern.startsWith('!'));
  const globs = including.length === 0 ? ['*'] : including;
  return globs.filter((glob) => !excluded.some((each) => globCovers(each, glob)));
};

/** Whether it is certain that the patterns accept no value at all. */
export const acceptNothing = (patterns: Patterns): boolean => includedBy(patterns).length === 0;

/** Whether it is certain that `wide` accepts every value that `narrow` accepts. */
export const patternsCover = (wide: Patterns, narrow: Patterns): boolean => {
  const [including, excluding, alsoExcluded] = [includedBy(wide), excludedBy(wide), excludedBy(narrow)];
  return includedBy(narrow).every((glob) => {
    const isOut = (each: string) => globsMeet(each, glob) && !alsoExcluded.some((other) => globCovers(other, each));
    return including.some((each) => globCovers(each, glob)) && !excluding.some(isOut);
  });
};

/** Whether some value may be accepted by both; false only when it is certain that none is. */
export const patternsMeet = (a: Patterns, b: Patterns): boolean => {
  const excluded = [...excludedBy(a), ...excludedBy(b)];
  const isOut = (glob: string) => excluded.some((each) => globCovers(each, glob));
  return includedBy(a).some((x) => includedBy(b).some((y) => globsMeet(x, y) && !isOut(x) && !isOut(y)));
};
