import { nearestName } from '../../core/model/nearest-name.ts';
import { pathText } from '../document-errors.ts';
import type { DocumentPath, DocumentProblem } from '../document-problem.ts';
import type { PolicyDocument } from '../policy-schema.ts';
import type { IncludedFile } from './include-schema.ts';
import type { TeamDocument } from './team-schema.ts';

const problemAt = (path: DocumentPath, message: string): DocumentProblem => ({ path, message, atKey: false });

interface RuleMaximums {
  readonly maxAdditionalGb?: number | 'forecast';
  readonly forecast?: { readonly ceilingGb: number };
  readonly maxByTagGb?: number;
}

/** Problems of the maximums of a rule that exceed the largest one. */
const maximumProblems = (
  { maxAdditionalGb, forecast, maxByTagGb }: RuleMaximums,
  largestMaximumGb: number,
  at: DocumentPath,
  bound: string,
): DocumentProblem[] =>
  [
    { path: ['maxAdditionalGb'], gb: typeof maxAdditionalGb === 'number' ? maxAdditionalGb : 0 },
    { path: ['forecast', 'ceilingGb'], gb: forecast?.ceilingGb ?? 0 },
    { path: ['maxByTagGb'], gb: maxByTagGb ?? 0 },
  ]
    .filter(({ gb }) => gb > largestMaximumGb)
    .map(({ path }) => problemAt([...at, ...path], `must not be more than ${largestMaximumGb}, the value of ${bound}`));

const repeatedFiles = (include: readonly IncludedFile[]): DocumentProblem[] =>
  include.flatMap(({ file }, at) => {
    const earlier = include.findIndex((other) => other.file === file);
    return earlier === at
      ? []
      : [problemAt(['include', at, 'file'], `${file} is the file of include[${earlier}] already`)];
  });

const unknownBudgets = (include: readonly IncludedFile[], names: readonly string[]): DocumentProblem[] =>
  include.flatMap(({ budget }, at) => {
    if (budget === undefined || names.includes(budget)) return [];
    const near = nearestName(budget, names);
    const hint = near === undefined ? 'add it to budgets' : `did you mean ${near}?`;
    return [problemAt(['include', at, 'budget'], `is not the name of a budget in this document: ${hint}`)];
  });

const aboveLimits = ({ include = [], limits, rules }: PolicyDocument): DocumentProblem[] => {
  if (limits === undefined) return [];
  const { maxAdditionalGb } = limits;
  return [
    ...include.flatMap((bounds, at) =>
      maximumProblems(bounds, maxAdditionalGb, ['include', at], 'limits.maxAdditionalGb'),
    ),
    ...rules.flatMap((rule, at) => maximumProblems(rule, maxAdditionalGb, ['rules', at], 'limits.maxAdditionalGb')),
  ];
};

/** Rules with beforeIncludes after others: they would be tried in another order than they stand in. */
const outOfOrder = (rules: PolicyDocument['rules']): DocumentProblem[] => {
  const first = rules.findIndex(({ beforeIncludes }) => beforeIncludes !== true);
  return rules.flatMap(({ beforeIncludes }, at) =>
    beforeIncludes && first >= 0 && at > first
      ? [problemAt(['rules', at, 'beforeIncludes'], `is tried before rules[${first}], so move this rule before it`)]
      : [],
  );
};

/**
 * Problems of the include section of a policy document with the rest of it: unknown budgets, repeated files, maximums above
 * the limits, and rules in another order than that in which they are tried.
 */
export const includeProblems = (document: PolicyDocument): DocumentProblem[] => {
  const { include = [], rules, budgets = [] } = document;
  const names = budgets.map(({ name }) => name);
  return [...repeatedFiles(include), ...unknownBudgets(include, names), ...aboveLimits(document), ...outOfOrder(rules)];
};

/** Place of a bound in the organization's document. */
type BoundOf = (member: keyof IncludedFile) => string;

const shareProblems = (
  { priority, weight, atLeastGb }: TeamDocument['rules'][number],
  bounds: IncludedFile,
  at: DocumentPath,
  boundOf: BoundOf,
): DocumentProblem[] => {
  const above = (member: 'weight' | 'atLeastGb', value = 0) =>
    value > bounds[member]
      ? [problemAt([...at, member], `must not be more than ${bounds[member]}, the value of ${boundOf(member)}`)]
      : [];
  const isTooHigh = priority !== undefined && priority < bounds.priority;
  return [
    ...(isTooHigh
      ? [problemAt([...at, 'priority'], `must be ${bounds.priority} or more, the value of ${boundOf('priority')}`)]
      : []),
    ...above('weight', weight),
    ...above('atLeastGb', atLeastGb),
  ];
};

const effectProblems = (
  { effect }: TeamDocument['rules'][number],
  { effects }: IncludedFile,
  at: DocumentPath,
  boundOf: BoundOf,
): DocumentProblem[] =>
  effects.includes(effect)
    ? []
    : [problemAt([...at, 'effect'], `${effect} is not allowed: ${boundOf('effects')} lists ${effects.join(', ')}`)];

const nameProblems = (name: string, taken: ReadonlyMap<string, string>, at: DocumentPath): DocumentProblem[] => {
  const owner = taken.get(name);
  if (owner === undefined) return [];
  const message = `"${name}" is already the name of a rule in ${owner}; names of rules must be unique`;
  return [problemAt([...at, 'name'], message)];
};

const acceptProblems = (
  accept: NonNullable<TeamDocument['accept']>,
  bounds: IncludedFile,
  boundOf: BoundOf,
): DocumentProblem[] => {
  const allowed = bounds.accept.length === 0 ? 'lists none' : `lists ${bounds.accept.join(', ')}`;
  return accept.flatMap(({ code }, at) =>
    bounds.accept.includes(code)
      ? []
      : [problemAt(['accept', at, 'code'], `${code} is not allowed: ${boundOf('accept')} ${allowed}`)],
  );
};

/** Where an included file stands. */
interface TeamPlace {
  /** Position in the list of includes. */
  readonly at: number;
  /** Name of the organization's document in messages. */
  readonly policyFile: string;
  /** File of each rule name that is used before. */
  readonly taken: ReadonlyMap<string, string>;
}

/** Problems of an included file with the bounds of its include, and with names of rules in other files. */
export const teamProblems = (
  { rules, accept = [] }: TeamDocument,
  bounds: IncludedFile,
  { at, policyFile, taken }: TeamPlace,
): DocumentProblem[] => {
  const boundOf: BoundOf = (member) => `${pathText(['include', at, member])} in ${policyFile}`;
  return [
    ...rules.flatMap((rule, place) => {
      const here = ['rules', place];
      return [
        ...nameProblems(rule.name, taken, here),
        ...effectProblems(rule, bounds, here, boundOf),
        ...maximumProblems(rule, bounds.maxAdditionalGb, here, boundOf('maxAdditionalGb')),
        ...shareProblems(rule, bounds, here, boundOf),
      ];
    }),
    ...acceptProblems(accept, bounds, boundOf),
  ];
};
