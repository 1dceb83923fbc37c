import * as z from 'zod';
import { nearestName } from '../core/nearest-name.ts';

/** Where in a document: member names and list positions from the top. */
export type DocumentPath = readonly PropertyKey[];

/** One thing that is wrong with a document. */
export interface DocumentProblem {
  readonly path: DocumentPath;
  readonly message: string;
  /** True when the name of the member is wrong, not its value. */
  readonly atKey: boolean;
}

type Issue = z.core.$ZodIssue;

/** The path as people write it: `rules[0].match.tags`; the document as a whole has no name of its own. */
export const pathText = (path: DocumentPath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '') || 'document';

/** What the document holds at a path; undefined when it holds nothing there. */
export const valueAt = (document: unknown, path: DocumentPath): unknown =>
  path.reduce<unknown>((value, step) => {
    const isHeld = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    return isHeld ? (value as Record<PropertyKey, unknown>)[step] : undefined;
  }, document);

const withoutWrapping = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? withoutWrapping(schema.unwrap()) : schema;

const memberNames = (schema: z.core.$ZodType, path: DocumentPath): string[] => {
  const plain = withoutWrapping(schema);
  const [step, ...rest] = path;
  if (plain instanceof z.ZodArray && step !== undefined) return memberNames(plain.element, rest);
  if (!(plain instanceof z.ZodObject)) return [];
  if (step === undefined) return Object.keys(plain.shape);
  const member = plain.shape[String(step)];
  return member === undefined ? [] : memberNames(member, rest);
};

const kindOf = (value: unknown): string => {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `"${value}"`;
  return typeof value === 'object' ? 'a mapping' : String(value);
};

const wanted: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

const wrongType = (expected: string, value: unknown): string => {
  if (value === undefined) return 'is missing';
  const mend = expected === 'string' && typeof value !== 'object' ? `: put it in quotes, "${String(value)}"` : '';
  return `must be ${wanted[expected] ?? expected}, not ${kindOf(value)}${mend}`;
};

const wrongChoice = (values: readonly unknown[], value: unknown): string => {
  if (value === undefined) return 'is missing';
  const choices = values.map(String);
  const near = typeof value === 'string' ? nearestName(value, choices) : undefined;
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return `must be ${choices.join(', ').replace(/, ([^,]*)$/, ' or $1')}, not ${kindOf(value)}${hint}`;
};

const messageOf = (issue: Issue, value: unknown): string => {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, value);
    case 'invalid_value':
      return wrongChoice(issue.values, value);
    case 'too_small':
      return typeof value === 'number' ? `must be ${issue.minimum} or more, not ${value}` : issue.message;
    case 'too_big':
      return `must be ${issue.maximum} or less, not ${String(value)}`;
    default:
      return issue.message;
  }
};

const unknownKeys = (schema: z.core.$ZodType, path: DocumentPath, keys: readonly string[]): DocumentProblem[] => {
  const known = memberNames(schema, path);
  return keys.map((key) => {
    const near = nearestName(key, known);
    const mend = near === undefined ? `known here: ${known.join(', ')}` : `did you mean ${near}?`;
    return { path: [...path, key], message: `is not a known key; ${mend}`, atKey: true };
  });
};

/** Of the forms that a member may have, the one that its author chose: a list for lists, the first form otherwise. */
const chosenForm = (branches: readonly (readonly Issue[])[], value: unknown): readonly Issue[] => {
  const [scalar = [], list = []] = branches;
  return Array.isArray(value) ? list : scalar;
};

/**
 * Turns the issues of a schema into problems in words, one per thing that is wrong.
 * @param document what was checked, to say what stands there instead
 */
export const problemsOf = (
  schema: z.core.$ZodType,
  document: unknown,
  issues: readonly Issue[],
  under: DocumentPath = [],
): DocumentProblem[] =>
  issues.flatMap((issue) => {
    const path = [...under, ...issue.path];
    const value = valueAt(document, path);
    if (issue.code === 'unrecognized_keys') return unknownKeys(schema, path, issue.keys);
    if (issue.code === 'invalid_union') return problemsOf(schema, document, chosenForm(issue.errors, value), path);
    return [{ path, message: messageOf(issue, value), atKey: false }];
  });
