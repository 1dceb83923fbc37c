import type * as z from 'zod';

/** What is wrong with an option, in the words that the live platform's validator uses (platform-facts §2.13). */

type Issue = z.core.$ZodIssue;

const longestShown = 60;

const literals: ReadonlyMap<unknown, string> = new Map([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
]);

/** As the live platform writes values; long ones are cut. */
const shown = (value: unknown): string => {
  const text = literals.get(value) ?? (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
};

const typeNames: Readonly<Record<string, string>> = { int: 'integer', number: 'number', record: 'object' };

/**
 * The issue in words; undefined where they would say nothing more than the schema's own message.
 * @param value what stands there
 */
export const inValidatorWords = (issue: Issue, value: unknown): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return `${shown(value)} is not of type '${typeNames[issue.expected] ?? issue.expected}'`;
    case 'invalid_value':
      return `${shown(value)} is not one of [${issue.values.map(shown).join(', ')}]`;
    case 'invalid_union':
      return `${shown(value)} is not valid under any of the given schemas`;
    case 'invalid_format':
      // A pattern that fills lines tells nobody anything; the option says in words what must stand there.
      return issue.pattern === undefined || issue.pattern.length > longestShown
        ? undefined
        : `${shown(value)} does not match '${issue.pattern.slice(1, -1)}'`;
    case 'too_small':
      return typeof value === 'number'
        ? `${value} is less than the minimum of ${issue.minimum}`
        : `${shown(value)} is too short`;
    case 'too_big':
      return typeof value === 'number'
        ? `${value} is greater than the maximum of ${issue.maximum}`
        : `${shown(value)} is too long`;
    default:
      return undefined;
  }
};
