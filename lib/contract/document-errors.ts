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

const withoutWrapping = (schema: z.core.$ZodType): z.core.$ZodType => {
  // What a pipe ends in says which members there are.
  if (schema instanceof z.ZodPipe) return withoutWrapping(schema.def.out);
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return wraps ? withoutWrapping(schema.unwrap()) : schema;
};

const memberNames = (schema: z.core.$ZodType, path: DocumentPath): string[] => {
  const plain = withoutWrapping(schema);
  const [step, ...rest] = path;
  if (plain instanceof z.ZodUnion) return plain.options.flatMap((form) => memberNames(form, path));
  if (plain instanceof z.ZodArray && step !== undefined) return memberNames(plain.element, rest);
  if (!(plain instanceof z.ZodObject)) return [];
  if (step === undefined) return Object.keys(plain.shape);
  const member = plain.shape[String(step)];
  return member === undefined ? [] : memberNames(member, rest);
};

const kindOf = (value: unknown): string => {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'object' ? 'a mapping' : String(value);
};

const wanted: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
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

/** What is counted in things that have a length; numbers are their own size. */
const counted: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };

const wrongSize = (limit: string, issue: Extract<Issue, { origin: string }>, value: unknown): string | undefined => {
  const what = counted[issue.origin];
  if (what === undefined) return undefined;
  const has = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
  return `must have ${limit} ${what}, not ${has}`;
};

const messageOf = (issue: Issue, value: unknown): string => {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, value);
    case 'invalid_value':
      return wrongChoice(issue.values, value);
    case 'too_small':
      if (typeof value === 'number') return `must be ${issue.minimum} or more, not ${value}`;
      // A list that must not be empty brings its own words.
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

/** Names that are listed; where there are more, a schema or the manual helps better than a list. */
const mostListed = 12;

const knownHere = (names: readonly string[]): string => {
  const rest = names.length - mostListed;
  const listed = `known here: ${names.slice(0, mostListed).join(', ')}`;
  return rest > 0 ? `${listed} and ${rest} more` : listed;
};

/** A path in the names of the document, where those of the schema are others. */
type Rename = (path: DocumentPath) => DocumentPath;

const asGiven: Rename = (path) => path;

const unknownKeys = (
  schema: z.core.$ZodType,
  path: DocumentPath,
  members: readonly string[],
  rename: Rename,
): DocumentProblem[] => {
  const written = (name: string): string => String(rename([...path, name]).at(-1));
  const known = memberNames(schema, path).map(written);
  return members.map(written).map((key) => {
    const near = nearestName(key, known);
    const mend = near === undefined ? knownHere(known) : `did you mean ${near}?`;
    return { path: [...rename(path), key], message: `is not a known key; ${mend}`, atKey: true };
  });
};

/**
 * Of the forms that a member may have, the one that its author chose: the first whose kind is that of the value, or the
 * first of all.
 */
const chosenForm = (branches: readonly (readonly Issue[])[]): readonly Issue[] => {
  const isOtherKind = ({ code, path }: Issue) => code === 'invalid_type' && path.length === 0;
  return branches.find((issues) => !issues.some(isOtherKind)) ?? branches[0] ?? [];
};

/**
 * Turns the issues of a schema into problems in words, one per thing that is wrong.
 * @param document what was checked, to say what stands there instead
 * @param rename gives paths as the document writes them; left out: as the schema does
 */
export const problemsOf = (
  schema: z.core.$ZodType,
  document: unknown,
  issues: readonly Issue[],
  rename: Rename = asGiven,
  under: DocumentPath = [],
): DocumentProblem[] =>
  issues.flatMap((issue) => {
    const path = [...under, ...issue.path];
    const value = valueAt(document, path);
    if (issue.code === 'unrecognized_keys') return unknownKeys(schema, path, issue.keys, rename);
    if (issue.code === 'invalid_union') return problemsOf(schema, document, chosenForm(issue.errors), rename, path);
    return [{ path: rename(path), message: messageOf(issue, value), atKey: false }];
  });
