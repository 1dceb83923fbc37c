import type * as z from 'zod';
import type { Profile } from '../../core/model/model.ts';
import { constraintProblems, type OptionProblem, profileOf, type Use } from './constraints.ts';
import { isSecret, type OptionPath, optionText } from './options.ts';
import { searchSchema } from './schema.ts';

type Issue = z.core.$ZodIssue;

interface SearchConfigCheck {
  /** Schema issues, followed by violated rules as custom issues. None contains a secret. */
  readonly issues: readonly Issue[];
  readonly warnings: readonly OptionProblem[];
}

const custom = (path: OptionPath, message: string): Issue => ({
  code: 'custom',
  path: [...path],
  message,
  input: undefined,
});

/** Messages quote the wrong value; this prevents it for secrets. */
const withoutSecret = (issue: Issue): Issue => {
  if (!isSecret(issue.path) || issue.input === undefined) return issue;
  return custom(issue.path, 'must be text of the allowed length and characters (a secret is not shown)');
};

/** Schema issues of a part that is laid over a configuration; the rules apply to the merged configuration only. */
export const searchPartIssues = (part: unknown, profile: Profile): Issue[] =>
  (searchSchema(profile, 'part').safeParse(part, { reportInput: true }).error?.issues ?? []).map(withoutSecret);

/**
 * Checks a search configuration: types, bounds and names by the schema, then the rules of the specification (spec.md
 * §2.4). Uses neutral names; the caller words the issues.
 */
export const checkSearchConfig = (config: unknown, use: Use): SearchConfigCheck => {
  const schema = searchSchema(profileOf(use), use.whole ? 'whole' : 'part');
  const parsed = schema.safeParse(config, { reportInput: true });
  const problems = constraintProblems(config, use);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const ruleErrors = new Set(errors.map(({ path }) => optionText(path)));
  const schemaIssues = (parsed.error?.issues ?? []).filter(({ path }) => !ruleErrors.has(optionText(path)));
  return {
    issues: [...schemaIssues.map(withoutSecret), ...errors.map(({ path, message }) => custom(path, message))],
    warnings: problems.filter(({ severity }) => severity === 'warning'),
  };
};
