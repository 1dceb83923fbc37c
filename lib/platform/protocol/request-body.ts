import type * as z from 'zod';
import { valueAt } from '../../core/model/plain-data.ts';
import { badRequest, type Refusal } from './refusal.ts';

/** Turns untrusted bytes into a checked body; everything else is a 400. */

/** Largest nesting depth of a body; a deeper one could not be serialized again. */
const deepest = 64;

const isTooDeep = (value: unknown): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
};

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('Invalid input: the request body is not valid JSON');
  }
};

/**
 * Parses the JSON of a request body, whatever its content type (§4 JSON bodies).
 * @throws Refusal 400 if it is malformed or too deep
 */
export const readJson = (text: string): unknown => {
  if (text === '') throw badRequest('Invalid input: the request body is empty, but must be a JSON object');
  const value = parsedJson(text);
  if (isTooDeep(value)) throw badRequest(`Invalid input: the request body is nested deeper than ${deepest} levels`);
  return value;
};

type Path = readonly PropertyKey[];

const shown = (path: Path) => path.map(String).join('.');

/**
 * `Invalid 'where': Invalid input: what`, without the place for errors at the top level (pf 2.13 400 user_config).
 */
const placed = (path: Path, problem: string) =>
  path.length === 0 ? `Invalid input: ${problem}` : `Invalid '${shown(path)}': Invalid input: ${problem}`;

/** One sentence for each fault of an issue. @param wirePath the names of a place as the request has them */
const detailsOf = (issue: z.core.$ZodIssue, body: unknown, wirePath: (path: Path) => Path): string[] => {
  const path = wirePath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unexpected = issue.keys.map((key) => String(wirePath([...issue.path, key]).at(-1)));
    return unexpected.map((key) => placed(path, `Additional properties are not allowed ('${key}' was unexpected)`));
  }
  const last = path.at(-1);
  // The message of the live platform, which writes null as None (pf 2.13 400 null config).
  if (last === 'user_config' && valueAt(body, issue.path) === null) {
    return ["Invalid input for user_config 'None': None is not of type 'object'"];
  }
  // pf 2.13 400 missing field.
  if (last !== undefined && valueAt(body, issue.path) === undefined) {
    return [placed(path.slice(0, -1), `'${String(last)}' is a required property`)];
  }
  if (issue.code === 'invalid_union') return [placed(path, 'must have one of the allowed forms')];
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return [placed(path, message.replace(/^Invalid (?:input|option): /, ''))];
};

/** The refusal of a body that lists every wrong member with its path. */
export const wrongBody = (
  issues: readonly z.core.$ZodIssue[],
  body: unknown,
  wirePath: (path: Path) => Path = (path) => path,
): Refusal => badRequest(issues.flatMap((issue) => detailsOf(issue, body, wirePath)));

/** Checks a body against its schema. @throws Refusal 400 */
export const checkedBody = <B>(schema: z.ZodType<B>, body: unknown): B => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw wrongBody(parsed.error.issues, body);
};
