import type { Selector } from '../model/policy-document.ts';
import { oncePerObject } from '../model/remembering.ts';
import { acceptNothing, includedBy, patternsCover, patternsMeet } from './pattern-logic.ts';
import { type Condition, conditionsIn } from './selector.ts';

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
  return [...written(wide)].every(([place, { patterns, always }]) => {
    const other = others.get(place);
    if (other !== undefined) return patternsCover(patterns, other.patterns);
    return always && patternsCover(patterns, ['*']);
  });
};

/** Whether some service may match both; false only if there certainly is none. */
export const selectorsMeet = (a: Selector, b: Selector): boolean => {
  if (contradictionIn(a) !== undefined || contradictionIn(b) !== undefined) return false;
  const others = written(b);
  return [...written(a)].every(([place, { patterns }]) => {
    const other = others.get(place);
    return other === undefined || patternsMeet(patterns, other.patterns);
  });
};

/** Letters of a glob that identify it, at most so many: each length costs one look at every letter of every other glob. */
const longestMark = 16;

/** The longest run of letters of a glob, which every glob that it covers contains; empty for wildcards alone. */
const markOf = (glob: string): string =>
  glob
    .split(/[*?]+/)
    .reduce((longest, run) => (run.length > longest.length ? run : longest), '')
    .slice(0, longestMark);

/** Selectors by one mark, in their order, at most so many: beyond that a policy is a list of equal rules. */
const mostCompared = 500;

/** What a selector must have in common with the selectors that it covers. */
interface Mark {
  readonly key: string;
  readonly text: string;
  /** Whether every service has the value, so that a selector without the condition may be covered, too. */
  readonly always: boolean;
}

const keyOf = (place: string, text: string): string => `${place} ${text}`;

const marksOf = (place: string, { patterns, always }: Condition): Mark[] =>
  includedBy(patterns).map((glob) => ({ key: keyOf(place, markOf(glob)), text: markOf(glob), always }));

/** For each selector the marks of its rarest condition. */
const rarestMarks = (selectors: readonly Selector[]): Mark[][] => {
  const all = selectors.map((selector) => [...written(selector)].map((condition) => marksOf(...condition)));
  const counts = new Map<string, number>();
  for (const { key } of all.flat(2)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const rarity = (marks: readonly Mark[]) => marks.reduce((sum, { key }) => sum + (counts.get(key) ?? 0), 0);
  return all.map((ofConditions) => ofConditions.toSorted((one, other) => rarity(one) - rarity(other))[0] ?? []);
};

/** Texts in a glob that may be the mark of a glob that covers it. */
const textsIn = (glob: string, lengths: Iterable<number>): string[] =>
  [...lengths].flatMap((length) =>
    Array.from({ length: Math.max(0, glob.length - length + 1) }, (_, at) => glob.slice(at, at + length)),
  );

interface MarkIndex {
  readonly byKey: ReadonlyMap<string, readonly number[]>;
  readonly lengths: ReadonlySet<number>;
  /** Keys of conditions of wildcards alone, which may also cover a selector that does not have the condition. */
  readonly wildcards: ReadonlySet<string>;
}

const indexOfMarks = (selectors: readonly Selector[]): MarkIndex => {
  const byKey = new Map<string, number[]>();
  const lengths = new Set<number>();
  const wildcards = new Set<string>();
  for (const [at, marks] of rarestMarks(selectors).entries()) {
    for (const { key, text, always } of marks) {
      const found = byKey.get(key) ?? [];
      if (found.length < mostCompared && found.at(-1) !== at) found.push(at);
      byKey.set(key, found);
      lengths.add(text.length);
      if (text === '' && always) wildcards.add(key);
    }
  }
  return { byKey, lengths, wildcards };
};

/** Keys of the marks that a selector which covers this one may have. */
const coveringKeys = (selector: Selector, { lengths, wildcards }: MarkIndex): Set<string> => {
  const own = [...written(selector)].flatMap(([place, { patterns }]) => {
    const [glob] = includedBy(patterns);
    return glob === undefined ? [] : textsIn(glob, lengths).map((text) => keyOf(place, text));
  });
  return new Set([...wildcards, ...own]);
};

/**
 * Positions of the earlier selectors that may cover a selector, in their order: comparing each with each takes minutes for a
 * policy of many thousand rules.
 */
export const earlierCandidates = (selectors: readonly Selector[]): ((at: number) => readonly number[]) => {
  const index = indexOfMarks(selectors);
  return (at) => {
    const selector = selectors[at];
    if (selector === undefined) return [];
    const found = [...coveringKeys(selector, index)].flatMap((key) => index.byKey.get(key) ?? []);
    return [...new Set(found)].filter((each) => each < at).sort((a, b) => a - b);
  };
};
