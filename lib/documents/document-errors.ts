import * as z from 'zod';
import { editDistance, nearestName } from '../core/model/nearest-name.ts';
import { isOwn, kindOf, messageOf, numberIn } from './issue-message.ts';

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
const valueAt = (document: unknown, path: DocumentPath): unknown =>
  path.reduce<unknown>((value, step) => {
    const isHeld = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    return isHeld ? (value as Record<PropertyKey, unknown>)[step] : undefined;
  }, document);

const withoutWrapping = (schema: z.core.$ZodType): z.core.$ZodType => {
  // What a pipe ends in says which members there are.
  if (schema instanceof z.ZodPipe) return withoutWrapping(schema.def.out);
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable;
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

/** A problem before it is known whether it only follows from another one. */
interface Found extends DocumentProblem {
  /** In the names of the schema. */
  readonly at: DocumentPath;
  readonly cause: 'unknown key' | 'missing' | 'own rule' | 'other';
  /** Of an unknown key: the member that it most likely stands for. */
  readonly near?: string;
}

const isSamePath = (a: DocumentPath, b: DocumentPath): boolean =>
  a.length === b.length && a.every((step, index) => step === b[index]);

const parentOf = (path: DocumentPath): DocumentPath => path.slice(0, -1);

/** The missing member that an unknown key is the beginning of, or two slips away from, where it is the only one. */
const missingMeant = (key: string, missing: readonly string[]): string | undefined => {
  const folded = key.toLowerCase();
  const like = missing.filter((name) => {
    const isBeginning = folded.length >= 3 && name.toLowerCase().startsWith(folded);
    return isBeginning || (Math.abs(name.length - key.length) <= 2 && editDistance(folded, name.toLowerCase()) <= 2);
  });
  return like.length === 1 ? like[0] : undefined;
};

const unknownKeys = (
  schema: z.core.$ZodType,
  path: DocumentPath,
  keys: readonly string[],
  missing: readonly string[],
  rename: Rename,
): Found[] => {
  const written = (name: string): string => String(rename([...path, name]).at(-1));
  const known = memberNames(schema, path);
  return keys.map((key) => {
    const shown = written(key);
    const near =
      known.find((name) => written(name) === nearestName(shown, known.map(written))) ?? missingMeant(key, missing);
    const mend = near === undefined ? knownHere(known.map(written)) : `did you mean ${written(near)}?`;
    return {
      path: [...rename(path), shown],
      message: `is not a known key; ${mend}`,
      atKey: true,
      at: [...path, key],
      cause: 'unknown key',
      near,
    };
  });
};

const isOtherKind = ({ code, path }: Issue) =>
  (code === 'invalid_type' || code === 'invalid_value') && path.length === 0;

/** Of the forms that a member may have, the one that its author chose: the first whose kind is that of the value. */
const chosenForm = (branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined =>
  branches.find((issues) => !issues.some(isOtherKind));

/** What a value of none of the forms should be, with the words that it may have been meant for. */
const noForm = (issue: Extract<Issue, { code: 'invalid_union' }>, value: unknown): string => {
  const words = issue.errors.flat().flatMap((each) => (each.code === 'invalid_value' ? each.values.map(String) : []));
  const near = typeof value === 'string' ? nearestName(value, words) : undefined;
  const number = numberIn(value);
  const mend = number === undefined ? '' : `: write ${number}`;
  return `${issue.message}, not ${kindOf(value)}${near === undefined ? mend : `; did you mean ${near}?`}`;
};

const causeOf = (issue: Issue, value: unknown): Found['cause'] => {
  if (value === undefined) return 'missing';
  return issue.code === 'custom' ? 'own rule' : 'other';
};

const foundIn = (
  schema: z.core.$ZodType,
  document: unknown,
  issues: readonly Issue[],
  rename: Rename,
  under: DocumentPath,
): Found[] => {
  const missingIn = (path: DocumentPath): string[] =>
    issues
      .map((issue) => [...under, ...issue.path])
      .filter((at) => isSamePath(parentOf(at), path) && valueAt(document, at) === undefined)
      .map((at) => String(at.at(-1)));
  return issues.flatMap((issue): Found[] => {
    const at = [...under, ...issue.path];
    const value = valueAt(document, at);
    if (issue.code === 'unrecognized_keys') return unknownKeys(schema, at, issue.keys, missingIn(at), rename);
    const problem = { path: rename(at), atKey: false, at, cause: causeOf(issue, value) };
    if (issue.code !== 'invalid_union') return [{ ...problem, message: messageOf(issue, value) }];
    const form = chosenForm(issue.errors) ?? (isOwn(issue) ? undefined : issue.errors[0]);
    if (form === undefined) return [{ ...problem, message: noForm(issue, value) }];
    return foundIn(schema, document, form, rename, at);
  });
};

/** Whether a problem only follows from a misspelt key: the right one is missing then, and what holds it may be empty. */
const follows = (problem: Found, unknown: readonly Found[]): boolean => {
  if (problem.cause === 'own rule') return unknown.some(({ at }) => isSamePath(parentOf(at), problem.at));
  if (problem.cause !== 'missing') return false;
  return unknown.some(({ at, near }) => isSamePath([...parentOf(at), near ?? ''], problem.at));
};

/**
 * Turns the issues of a schema into problems in words, one per thing that is wrong: what only follows from another one is
 * left out.
 * @param document what was checked, to say what stands there instead
 * @param rename gives paths as the document writes them; left out: as the schema does
 */
export const problemsOf = (
  schema: z.core.$ZodType,
  document: unknown,
  issues: readonly Issue[],
  rename: Rename = asGiven,
): DocumentProblem[] => {
  const found = foundIn(schema, document, issues, rename, []);
  const unknown = found.filter(({ cause }) => cause === 'unknown key');
  return found
    .filter((problem) => !follows(problem, unknown))
    .map(({ path, message, atKey }) => ({ path, message, atKey }));
};
