import type * as z from 'zod';

/** Messages for wrong options, worded like the live platform's validator (pf 2.13). */

type Issue = z.core.$ZodIssue;

const longestShown = 60;

const literals: ReadonlyMap<unknown, string> = new Map([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
]);

/** A value in the live platform's notation; long ones are truncated. */
const shown = (value: unknown): string => {
  const text = literals.get(value) ?? (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
};

const typeNames: Readonly<Record<string, string>> = { int: 'integer', number: 'number', record: 'object' };

/**
 * The message for an issue; undefined if the schema's own message is better.
 * @param value the wrong value
 */
export const validatorMessage = (issue: Issue, value: unknown): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return `${shown(value)} is not of type '${typeNames[issue.expected] ?? issue.expected}'`;
    case 'invalid_value':
      return `${shown(value)} is not one of [${issue.values.map(shown).join(', ')}]`;
    case 'invalid_union':
      return `${shown(value)} is not valid under any of the given schemas`;
    case 'invalid_format':
      // A pattern longer than this is unreadable; the option's own message describes the format.
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
