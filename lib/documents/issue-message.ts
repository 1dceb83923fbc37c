import type * as z from 'zod';
import { nearestName } from '../core/model/nearest-name.ts';

type Issue = z.core.$ZodIssue;

/** Characters of a text that a message shows. */
const mostShown = 80;

/** Description of an unexpected value. */
export const kindOf = (value: unknown): string => {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string' && value.length > mostShown) return `${JSON.stringify(value.slice(0, mostShown))} …`;
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'object' ? 'a mapping' : String(value);
};

/** The same without the value itself. */
export const kindAlone = (value: unknown): string => {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'number' || typeof value === 'bigint' ? 'a number' : kindOf(value);
};

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

/** Number at the start of a text: `500 GB` most likely means 500. */
export const numberIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? /^\d{1,9}(?:\.\d{1,6})?(?!\d)/.exec(value.trim())?.[0] : undefined;

const hintFor = (expected: string, value: unknown): string => {
  if (expected === 'string') return typeof value === 'object' ? '' : `: put it in quotes, "${String(value)}"`;
  const number = expected === 'number' ? numberIn(value) : undefined;
  return number === undefined ? '' : `: write ${number}`;
};

const wrongType = (expected: string, value: unknown): string => {
  if (value === undefined) return 'is missing';
  return `must be ${typeNames[expected] ?? expected}, not ${kindOf(value)}${hintFor(expected, value)}`;
};

const wrongChoice = (values: readonly unknown[], value: unknown): string => {
  if (value === undefined) return 'is missing';
  const choices = values.map(String);
  const near = typeof value === 'string' ? nearestName(value, choices) : undefined;
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return `must be ${choices.join(', ').replace(/, ([^,]*)$/, ' or $1')}, not ${kindOf(value)}${hint}`;
};

/** Units of values with a length. */
const counted: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };

const wrongSize = (limit: string, issue: Extract<Issue, { origin: string }>, value: unknown): string | undefined => {
  const unit = counted[issue.origin];
  if (unit === undefined) return undefined;
  const has = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
  return `must have ${limit} ${unit}, not ${has}`;
};

/** Whether the schema provides the message, not zod. */
export const hasCustomMessage = ({ message }: Issue): boolean => !/^Invalid (?:input|option)/.test(message);

/** Message of an issue: the expected and the actual value. */
export const messageOf = (issue: Issue, value: unknown): string => {
  switch (issue.code) {
    case 'invalid_type':
      return hasCustomMessage(issue) ? `${issue.message}, not ${kindOf(value)}` : wrongType(issue.expected, value);
    case 'invalid_value':
      return hasCustomMessage(issue) && value !== undefined ? issue.message : wrongChoice(issue.values, value);
    case 'too_small':
      if (typeof value === 'number') return `must be ${issue.minimum} or more, not ${value}`;
      // Schemas of non-empty lists provide their own message.
      return issue.origin === 'string'
        ? (wrongSize(`at least ${issue.minimum}`, issue, value) ?? issue.message)
        : issue.message;
    case 'too_big':
      if (typeof value !== 'number') return wrongSize(`at most ${issue.maximum}`, issue, value) ?? issue.message;
      return `must be ${issue.maximum} or less, not ${String(value)}`;
    default:
      return issue.message;
  }
};
