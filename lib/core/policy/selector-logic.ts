import type { Patterns, Selector } from '../model/policy-document.ts';
import { oncePerObject } from '../model/remembering.ts';
import { matchesGlob } from './glob.ts';
import { type Condition, conditionsIn } from './selector.ts';

/**
 * Whether `wide` certainly matches everything that `narrow` matches. `*` and `?` in `narrow` are treated as characters:
 * only a `*` covers a `*`, and no letter covers a `?`. False means that this check cannot prove it.
 */
export const globCovers = (wide: string, narrow: string): boolean => matchesGlob(wide, narrow, true);

const lettersMeet = (x: string | undefined, y: string | undefined): boolean => x === y || x === '?' || y === '?';

/** Whether some text matches both globs; exact, in time proportional to the product of the lengths. */
export const globsMeet = (a: string, b: string): boolean => {
  // Dynamic programming from the ends: whether the suffix of `a` at i and each suffix of `b` meet.
  let after: readonly boolean[] = [];
  for (let i = a.length; i >= 0; i -= 1) {
    const here: boolean[] = [];
    for (let j = b.length; j >= 0; j -= 1) {
      // One character further in `a`, in `b`, and in both; nothing is further than the end.
      const [inA = false, inB = false, inBoth = false] = [after[j], here[j + 1], after[j + 1]];
      const isEnd = i === a.length && j === b.length;
      here[j] = a[i] === '*' || b[j] === '*' ? inA || inB : isEnd || (inBoth && lettersMeet(a[i], b[j]));
    }
    after = here;
  }
  return after[0] === true;
};

const excludedBy = (patterns: Patterns): string[] =>
  patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));

/** The including globs, without the completely excluded ones. */
const includedBy = (patterns: Patterns): string[] => {
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

/** Path of a member in a selector, as in the document. */
type MemberPath = readonly string[];

/** What a lint asks of each selector again and again; selectors of a policy do not change. */
interface Facts {
  /** Conditions by path. */
  readonly conditions: ReadonlyMap<string, Condition>;
  readonly contradiction: MemberPath | undefined;
}

const factsOf = oncePerObject((selector: Selector): Facts => {
  const all = conditionsIn(selector);
  return {
    conditions: new Map(all.map((each) => [JSON.stringify(each.path), each])),
    contradiction: all.find(({ patterns }) => acceptNothing(patterns))?.path,
  };
});

const written = (selector: Selector): ReadonlyMap<string, Condition> => factsOf(selector).conditions;

/** A member that certainly accepts no value, so the selector matches nothing; undefined when there is none. */
export const contradictionIn = (selector: Selector): MemberPath | undefined => factsOf(selector).contradiction;

/** Whether `wide` certainly matches every service that `narrow` matches. */
export const selectorCovers = (wide: Selector, narrow: Selector): boolean => {
  const others = written(narrow);
  return [...written(wide)].every(([condition, { patterns, always }]) => {
    const other = others.get(condition);
    if (other !== undefined) return patternsCover(patterns, other.patterns);
    return always && patternsCover(patterns, ['*']);
  });
};

/** Whether some service may match both; false only if there certainly is none. */
export const selectorsMeet = (a: Selector, b: Selector): boolean => {
  if (contradictionIn(a) !== undefined || contradictionIn(b) !== undefined) return false;
  const others = written(b);
  return [...written(a)].every(([condition, { patterns }]) => {
    const other = others.get(condition);
    return other === undefined || patternsMeet(patterns, other.patterns);
  });
};
