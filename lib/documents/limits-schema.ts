import * as z from 'zod';
import { largestMaximumGb } from '../core/policy/override-tags.ts';
import type { DocumentProblem } from './document-problem.ts';
import { whole } from './policy-parts.ts';

/** Bounds of the organization for every rule and tag. */
export const limits = z.strictObject({
  maxAdditionalGb: whole
    .max(largestMaximumGb)
    .describe(
      'Largest maximum additional storage in whole GB. A rule with a larger one is an error; a tag sets at most this.',
    ),
});

/** The part of a policy document that its limits concern. */
interface Limited {
  readonly limits?: z.infer<typeof limits>;
  readonly rules: readonly {
    readonly maxAdditionalGb?: number | 'forecast';
    readonly forecast?: { readonly ceilingGb: number };
    readonly maxByTagGb?: number;
  }[];
}

/** Maximums of rules that exceed the limits of the same document. */
export const limitProblems = ({ limits: bounds, rules }: Limited): DocumentProblem[] => {
  if (bounds === undefined) return [];
  const { maxAdditionalGb: limitGb } = bounds;
  return rules.flatMap(({ maxAdditionalGb, forecast, maxByTagGb }, at) =>
    [
      { path: ['maxAdditionalGb'], gb: typeof maxAdditionalGb === 'number' ? maxAdditionalGb : 0 },
      { path: ['forecast', 'ceilingGb'], gb: forecast?.ceilingGb ?? 0 },
      { path: ['maxByTagGb'], gb: maxByTagGb ?? 0 },
    ]
      .filter(({ gb }) => gb > limitGb)
      .map(({ path }) => ({
        path: ['rules', at, ...path],
        message: `must not be more than ${limitGb}, the value of limits.maxAdditionalGb`,
        atKey: false,
      })),
  );
};
