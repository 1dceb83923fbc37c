import * as z from 'zod';
import { editDistance, nearestName } from '../core/model/nearest-name.ts';
import { valueAt } from '../core/model/plain-data.ts';
import type { DocumentPath, DocumentProblem } from './document-problem.ts';
import { hasCustomMessage, kindAlone, kindOf, messageOf, numberIn } from './issue-message.ts';

type Issue = z.core.$ZodIssue;

/** The path as text: `rules[0].match.tags`, or `document` for the root. */
export const pathText = (path: DocumentPath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '') || 'document';

const withoutWrapping = (schema: z.core.$ZodType): z.core.$ZodType => {
  // The output schema of a pipe lists the members.
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

/** Names to list in a message; beyond that, the schema or the manual helps more. */
const mostListed = 12;

const allowedKeys = (names: readonly string[]): string => {
  const rest = names.length - mostListed;
  const listed = `allowed keys: ${names.slice(0, mostListed).join(', ')}`;
  return rest > 0 ? `${listed} and ${rest} more` : listed;
};

/** Translates a path of the schema into the names of the document. */
type Rename = (path: DocumentPath) => DocumentPath;

const sameNames: Rename = (path) => path;

/** A problem that may turn out to be a consequence of another one. */
interface Candidate extends DocumentProblem {
  /** Path in the names of the schema. */
  readonly at: DocumentPath;
  readonly cause: 'unknown key' | 'missing' | 'custom rule' | 'other';
  /** For an unknown key: the member that was most likely intended. */
  readonly near?: string;
}

const isSamePath = (a: DocumentPath, b: DocumentPath): boolean =>
  a.length === b.length && a.every((step, index) => step === b[index]);

const parentOf = (path: DocumentPath): DocumentPath => path.slice(0, -1);

/** The only missing member that begins with an unknown key or differs from it in at most two characters. */
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
): Candidate[] => {
  const written = (name: string): string => String(rename([...path, name]).at(-1));
  const members = memberNames(schema, path);
  const shownMembers = members.map(written);
  return keys.map((key) => {
    const shown = written(key);
    const nearest = nearestName(shown, shownMembers);
    const near = members.find((name) => written(name) === nearest) ?? missingMeant(key, missing);
    const hint = near === undefined ? allowedKeys(shownMembers) : `did you mean ${written(near)}?`;
    return {
      path: [...rename(path), shown],
      message: `is not a known key; ${hint}`,
      atKey: true,
      at: [...path, key],
      cause: 'unknown key',
      near,
    };
  });
};

const isOtherKind = ({ code, path }: Issue) =>
  (code === 'invalid_type' || code === 'invalid_value') && path.length === 0;

/** The form of a union that the author chose: the first with the type of the value. */
const chosenForm = (branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined =>
  branches.find((issues) => !issues.some(isOtherKind));

/** Message for a value that matches no form of a union, with the most likely correction. */
const noForm = (issue: Extract<Issue, { code: 'invalid_union' }>, value: unknown): string => {
  const choices = issue.errors.flat().flatMap((each) => (each.code === 'invalid_value' ? each.values.map(String) : []));
  const near = typeof value === 'string' ? nearestName(value, choices) : undefined;
  const number = numberIn(value);
  const hint = number === undefined ? '' : `: write ${number}`;
  return `${issue.message}, not ${kindOf(value)}${near === undefined ? hint : `; did you mean ${near}?`}`;
};

const causeOf = (issue: Issue, value: unknown): Candidate['cause'] => {
  if (value === undefined) return 'missing';
  return issue.code === 'custom' ? 'custom rule' : 'other';
};

const candidatesIn = (
  schema: z.core.$ZodType,
  document: unknown,
  issues: readonly Issue[],
  rename: Rename,
  under: DocumentPath,
): Candidate[] => {
  const missingIn = (path: DocumentPath): string[] =>
    issues
      .map((issue) => [...under, ...issue.path])
      .filter((at) => isSamePath(parentOf(at), path) && valueAt(document, at) === undefined)
      .map((at) => String(at.at(-1)));
  return issues.flatMap((issue): Candidate[] => {
    const at = [...under, ...issue.path];
    const value = valueAt(document, at);
    if (issue.code === 'unrecognized_keys') return unknownKeys(schema, at, issue.keys, missingIn(at), rename);
    const problem = { path: rename(at), atKey: false, at, cause: causeOf(issue, value) };
    // A file that is no document at all may be another file, such as a key or a list of passwords.
    if (at.length === 0 && issue.code === 'invalid_type')
      return [{ ...problem, message: `must be a mapping, not ${kindAlone(value)}` }];
    if (issue.code !== 'invalid_union') return [{ ...problem, message: messageOf(issue, value) }];
    const form = chosenForm(issue.errors) ?? (hasCustomMessage(issue) ? undefined : issue.errors[0]);
    if (form === undefined) return [{ ...problem, message: noForm(issue, value) }];
    return candidatesIn(schema, document, form, rename, at);
  });
};

/** Whether a misspelt key causes the problem: the intended key is then missing, and its parent may seem empty. */
const follows = (problem: Candidate, unknown: readonly Candidate[]): boolean => {
  if (problem.cause === 'custom rule') return unknown.some(({ at }) => isSamePath(parentOf(at), problem.at));
  if (problem.cause !== 'missing') return false;
  return unknown.some(({ at, near }) => isSamePath([...parentOf(at), near ?? ''], problem.at));
};

/**
 * Turns the issues of a schema into problems, without mere consequences of other problems.
 * @param document the checked document, for messages that quote its values
 * @param rename translates paths into the names of the document; default: the names of the schema
 */
export const problemsOf = (
  schema: z.core.$ZodType,
  document: unknown,
  issues: readonly Issue[],
  rename: Rename = sameNames,
): DocumentProblem[] => {
  const candidates = candidatesIn(schema, document, issues, rename, []);
  const unknown = candidates.filter(({ cause }) => cause === 'unknown key');
  return candidates
    .filter((problem) => !follows(problem, unknown))
    .map(({ path, message, atKey }) => ({ path, message, atKey }));
};
