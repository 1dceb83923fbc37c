import type { Selector } from '../model/policy-document.ts';
import { oncePerObject } from '../model/remembering.ts';
import { acceptNothing, patternsCover, patternsMeet } from './pattern-logic.ts';
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
