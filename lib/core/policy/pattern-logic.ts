import type { Patterns } from '../model/policy-document.ts';

/**
 * Whether `wide` certainly matches everything that `narrow` matches. `*` and `?` in `narrow` are treated as characters:
 * only a `*` covers a `*`, and no letter covers a `?`. False means that this check cannot prove it.
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

/** Results for the neighbours of a pair of suffixes: one character further in `a`, in `b`, and in both. */
interface Further {
  readonly inA: boolean;
  readonly inB: boolean;
  readonly inBoth: boolean;
}

const suffixesMeet = (x: string | undefined, y: string | undefined, { inA, inB, inBoth }: Further): boolean => {
  if (x === '*') return inA || (y !== undefined && inB);
  if (y === '*') return inB || (x !== undefined && inA);
  if (x === undefined || y === undefined) return x === y;
  return inBoth && (x === y || x === '?' || y === '?');
};

/** Whether some text matches both globs; exact, in time proportional to the product of the lengths. */
export const globsMeet = (a: string, b: string): boolean => {
  // Dynamic programming from the ends: whether the suffix of `a` at i and each suffix of `b` meet.
  let after: readonly boolean[] = [];
  for (let i = a.length; i >= 0; i -= 1) {
    const here: boolean[] = [];
    for (let j = b.length; j >= 0; j -= 1) {
      const further = { inA: after[j] === true, inB: here[j + 1] === true, inBoth: after[j + 1] === true };
      here[j] = suffixesMeet(a[i], b[j], further);
    }
    after = here;
  }
  return after[0] === true;
};

const excludedBy = (patterns: Patterns): string[] =>
  patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));

/** The including globs, without the completely excluded ones. */
export const includedBy = (patterns: Patterns): string[] => {
  if (patterns.length === 0) return [];
  const excluded = excludedBy(patterns);
  const including = patterns.filter((pattern) => !pattern.startsWith('!'));
  const globs = including.length === 0 ? ['*'] : including;
  return globs.filter((glob) => !excluded.some((each) => globCovers(each, glob)));
};

/** Whether the patterns certainly accept no value. */
export const acceptNothing = (patterns: Patterns): boolean => includedBy(patterns).length === 0;

/** Whether `wide` certainly accepts every value that `narrow` accepts. */
export const patternsCover = (wide: Patterns, narrow: Patterns): boolean => {
  const [including, excluding, alsoExcluded] = [includedBy(wide), excludedBy(wide), excludedBy(narrow)];
  return includedBy(narrow).every((glob) => {
    const isOut = (each: string) => globsMeet(each, glob) && !alsoExcluded.some((other) => globCovers(other, each));
    return including.some((each) => globCovers(each, glob)) && !excluding.some(isOut);
  });
};

/** Whether both may accept a common value; false only if there certainly is none. */
export const patternsMeet = (a: Patterns, b: Patterns): boolean => {
  const excluded = [...excludedBy(a), ...excludedBy(b)];
  const isOut = (glob: string) => excluded.some((each) => globCovers(each, glob));
  return includedBy(a).some((x) => includedBy(b).some((y) => globsMeet(x, y) && !isOut(x) && !isOut(y)));
};
