import { StoreDamaged } from '../../contract/errors.ts';
import { isLog, recordsIn } from './logs.ts';
import { hasListsApart, partProblem, withoutLists } from './long-lists.ts';
import { hasRecord, recordAt, type StoredRecord } from './records.ts';
import { remembering, withSameParts } from './remembered.ts';

/** Format version of objects. */
const version = 1;

/** Stored text of an object. */
export const objectText = (value: unknown): string => {
  const versioned = Array.isArray(value) ? { version, items: value } : { version, ...(value as object) };
  return `${JSON.stringify(versioned)}\n`;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Content of an object, or the reason why it cannot be read. */
export type Content<T> = { readonly value: T } | { readonly problem: string };

const withoutVersion = (read: unknown): Content<unknown> => {
  if (!isObject(read) || typeof read.version !== 'number') return { problem: 'it has no version' };
  const { version: storedVersion, ...value } = read;
  if (storedVersion !== version) {
    return {
      problem: `it has version ${storedVersion}, but this Headroom reads version ${version}; it may come from a newer Headroom`,
    };
  }
  return { value: 'items' in value ? value.items : value };
};

/**
 * Characters of one kind of object from which on a parser compiled for its schema pays: compiling takes longer than parsing
 * a small object, and a pass parses many of some kinds.
 */
const compiledFrom = 100_000;

/** Characters of each kind that this process has parsed. */
const parsedBefore = new WeakMap<StoredRecord, number>();

const paysCompiling = (record: StoredRecord, characters: number): boolean => {
  const parsed = (parsedBefore.get(record) ?? 0) + characters;
  parsedBefore.set(record, parsed);
  return parsed >= compiledFrom;
};

/**
 * Checks the JSON of an object; members that the schema does not name stay.
 * @param characters length of its text, with the lists that are stored apart
 * @param before content of its last text; parts that are still the same keep their identity
 */
export const contentOfJson = <T>(
  key: string,
  json: unknown,
  characters: number,
  before?: Content<unknown>,
): Content<T> => {
  const record = recordAt(key);
  const content = withoutVersion(json);
  if ('problem' in content) return content;
  const read = content.value;
  const isOwnJson = record.form === undefined;
  const value = isOwnJson && before !== undefined && 'value' in before ? withSameParts(before.value, read) : read;
  const checked = record.schema.safeParse(value, { jitless: !paysCompiling(record, characters) });
  if (checked.success) {
    const { form } = record;
    return { value: (form?.merge(value as never, checked.data as never) ?? value) as T };
  }
  const [issue] = checked.error.issues;
  return { problem: [issue?.path.map(String).join('.'), issue?.message].filter(Boolean).join(': ') };
};

/** The JSON of a text; its problem if it is none. */
const jsonOf = (body: string): Content<unknown> => {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return { problem: body.trim() === '' ? 'it is empty' : 'it is not JSON' };
  }
};

/** @throws errors of this program, which must not look like damage: a damaged object is replaced */
const parse = (
  key: string,
  body: string,
  before?: Content<unknown>,
  prepared = (json: unknown) => json,
): Content<unknown> => {
  const json = jsonOf(body);
  if ('problem' in json) return json;
  try {
    return contentOfJson(key, prepared(json.value), body.length, before);
  } catch (error) {
    // The stack ends where members are nested without end, which no version stores.
    if (error instanceof RangeError) return { problem: 'it is nested too deeply' };
    throw error;
  }
};

const parseOnce = remembering<Content<unknown>>((key, body, before) => parse(key, body, before));

/** Parses the text of an object, once while the text stays the same; members that the schema does not name stay. */
export const contentOf = <T>(key: string, body: string): Content<T> => parseOnce(key, body) as Content<T>;

/** Content of an object with nothing in place of its lists that are in parts: the parts are objects of their own. */
export const headOf = <T>(key: string, body: string): Content<T> =>
  hasListsApart(key, body) ? (parse(key, body, undefined, withoutLists) as Content<T>) : contentOf<T>(key, body);

const damaged = (key: string, problem: string): StoreDamaged =>
  new StoreDamaged(`${key} in the store cannot be read (${problem}). ${recordAt(key).wayOut}`.trimEnd());

/** The value of a content. @throws StoreDamaged that names the object and a remedy */
export const valueIn = <T>(key: string, content: Content<T>): T => {
  if ('value' in content) return content.value;
  throw damaged(key, content.problem);
};

/** Content of one record of a log. @throws StoreDamaged that names the log and a remedy */
export const recordContent = <T>(key: string, body: string): T => valueIn(key, parse(key, body) as Content<T>);

/** Why a log cannot be read: the problem of its first record that cannot. */
const problemOfLog = (key: string, text: string): string | undefined => {
  for (const { number, body } of recordsIn(text)) {
    const content = parse(key, body);
    if ('problem' in content) return `record ${number}: ${content.problem}`;
  }
  return undefined;
};

/** Why an object cannot be read; undefined if it can, or if no program reads its content by a schema. */
export const problemOf = (key: string, body: string): string | undefined => {
  if (!hasRecord(key)) return partProblem(key, body);
  if (isLog(key)) return problemOfLog(key, body);
  const content = headOf(key, body);
  return 'problem' in content ? content.problem : undefined;
};

/** Content of an object. @throws StoreDamaged that names the object and a remedy */
export const readContent = <T>(key: string, body: string): T => valueIn(key, contentOf<T>(key, body));
