import type * as z from 'zod';
import type { Profile } from '../../core/model/profile.ts';
import { constraintRemarks, profileOf, type Remark, type Use } from './constraints.ts';
import { isSecret, type OptionPath, optionText } from './facts.ts';
import { searchSchema } from './schema.ts';

type Issue = z.core.$ZodIssue;

export interface SearchConfigCheck {
  /** What is wrong, as a schema tells it: what the rules refuse is there as issues of their own. None shows a secret. */
  readonly issues: readonly Issue[];
  readonly warnings: readonly Remark[];
}

const custom = (path: OptionPath, message: string): Issue => ({
  code: 'custom',
  path: [...path],
  message,
  input: undefined,
});

/** Whoever words an issue shows what stands there; of a secret nobody may. */
const withoutSecret = (issue: Issue): Issue => {
  if (!isSecret(issue.path) || issue.input === undefined) return issue;
  return custom(issue.path, 'must be text of the allowed length and characters (a secret is not shown)');
};

/** Whether what is laid over a configuration is well formed by itself; the rules are for the whole that comes of it. */
export const searchPartIssues = (part: unknown, profile: Profile): Issue[] =>
  (searchSchema(profile, 'part').safeParse(part, { reportInput: true }).error?.issues ?? []).map(withoutSecret);

/**
 * Checks a search configuration: types, bounds and names by the schema, then the rules of the text (spec.md §2.4).
 * Neutral names; the caller words the issues.
 */
export const checkSearchConfig = (config: unknown, use: Use): SearchConfigCheck => {
  const schema = searchSchema(profileOf(use), use.whole ? 'whole' : 'part');
  const parsed = schema.safeParse(config, { reportInput: true });
  const remarks = constraintRemarks(config, use);
  const errors = remarks.filter(({ severity }) => severity === 'error');
  const said = new Set(errors.map(({ path }) => optionText(path)));
  const ofSchema = (parsed.error?.issues ?? []).filter(({ path }) => !said.has(optionText(path)));
  return {
    issues: [...ofSchema.map(withoutSecret), ...errors.map(({ path, message }) => custom(path, message))],
    warnings: remarks.filter(({ severity }) => severity === 'warning'),
  };
};
