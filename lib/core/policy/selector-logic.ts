import type { Selector } from '../model/policy-document.ts';
import { acceptNothing, patternsCover, patternsMeet } from './pattern-logic.ts';
import { type Condition, conditionsIn } from './selector.ts';

/** Path of a member in a selector, as in the document. */
export type MemberPath = readonly string[];

const written = (selector: Selector): Map<string, Condition> =>
  new Map(conditionsIn(selector).map((each) => [JSON.stringify(each.path), each]));

/** Whether the selector of an included file certainly matches none of the projects that are given to the file. */
export const isOutsideGiven = ({ project, within }: Selector): boolean =>
  project !== undefined && within !== undefined && !patternsMeet(project, within);

/** A member that certainly accepts no value, so the selector matches nothing; undefined when there is none. */
export const contradictionIn = (selector: Selector): MemberPath | undefined =>
  isOutsideGiven(selector)
    ? ['project']
    : [...written(selector).values()].find(({ patterns }) => acceptNothing(patterns))?.path;

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
