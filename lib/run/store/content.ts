import { getHeapStatistics } from 'node:v8';
import { StoreDamaged } from '../../contract/errors.ts';
import { remembering } from '../../core/model/remembering.ts';
import { keyParts } from './keys.ts';
import { recordAt, type StoredRecord } from './records.ts';

/** Characters of all texts that are remembered in any process; with their contents they take some ten times as many bytes. */
const leastCharacters = 1_000_000;

/** Bytes of a process's memory for each character: texts and their contents take a fortieth of it. */
const bytesPerCharacter = 400;

let mostOfProcess: number | undefined;

/** Whether a process remembers so many characters. Node.js loads its statistics, so the least is asked first. */
const holds = (characters: number): boolean => {
  if (characters <= leastCharacters) return true;
  mostOfProcess ??= Math.floor(getHeapStatistics().heap_size_limit / bytesPerCharacter);
  return characters <= mostOfProcess;
};

/** Remembers what was parsed last from the texts of objects: most records are the same from run to run. */
const rememberingObjects = <T>(parse: (key: string, body: string) => T) => remembering(parse, holds);

/** Format version of objects. */
const version = 1;

/** Stored text of an object. @param replace as that of JSON.stringify */
export const objectText = (value: unknown, replace?: (name: string, value: unknown) => unknown): string => {
  const versioned = Array.isArray(value) ? { version, items: value } : { version, ...(value as object) };
  return `${JSON.stringify(versioned, replace)}\n`;
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

/** The value, checked by the schema of a record. */
const checkedBy = <T>(record: StoredRecord, value: unknown, characters: number): Content<T> => {
  const { schema, form } = record;
  const checked = schema.safeParse(value, { jitless: !paysCompiling(record, characters) });
  if (checked.success) return { value: (form?.merge(value as never, checked.data as never) ?? value) as T };
  const [issue] = checked.error.issues;
  return { problem: [issue?.path.map(String).join('.'), issue?.message].filter(Boolean).join(': ') };
};

/**
 * Checks the JSON of an object; members that the schema does not name stay.
 * @param characters length of its text, with the lists that are stored apart
 */
export const contentOfJson = <T>(key: string, json: unknown, characters: number): Content<T> => {
  const record = recordAt(key);
  const content = withoutVersion(json);
  return 'problem' in content ? content : checkedBy<T>(record, content.value, characters);
};

/** The JSON of a text; its problem if it is none. */
const jsonOf = (body: string): Content<unknown> => {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return { problem: body.trim() === '' ? 'it is empty' : 'it is not JSON' };
  }
};

/** The stack ends where members are nested without end, which no version stores. */
const unlessEndless = (parsed: () => Content<unknown>): Content<unknown> => {
  try {
    return parsed();
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'it is nested too deeply' };
    throw error;
  }
};

/** @throws errors of this program, which must not look like damage: a damaged object is replaced */
const parse = (key: string, body: string): Content<unknown> => {
  const json = jsonOf(body);
  if ('problem' in json) return json;
  return unlessEndless(() => contentOfJson(key, json.value, body.length));
};

const parseOnce = rememberingObjects(parse);

/** Contents of sections that this process has checked, by their JSON, which is the same while their text is. */
const checkedSections = new WeakMap<object, Content<unknown>>();

/** The sections of an object as they are stored: JSON that is not checked yet. */
export const sectionsIn = (object: string, body: string): Content<Readonly<Record<string, unknown>>> =>
  parseOnce(object, body) as Content<Record<string, unknown>>;

const sectionContent = (key: string, object: string, section: string, body: string): Content<unknown> => {
  const sections = sectionsIn(object, body);
  if ('problem' in sections) return sections;
  const json = Object.hasOwn(sections.value, section) ? sections.value[section] : undefined;
  const check = () => unlessEndless(() => checkedBy(recordAt(key), json, body.length));
  if (typeof json !== 'object' || json === null) return check();
  const content = checkedSections.get(json) ?? check();
  checkedSections.set(json, content);
  return content;
};

/**
 * Parses the text of an object, once while the text stays the same; members that the schema does not name stay.
 * @param key of a section: parses it alone, undefined where the record has none
 */
export const contentOf = <T>(key: string, body: string): Content<T> => {
  const { object, section } = keyParts(key);
  return (section === undefined ? parseOnce(key, body) : sectionContent(key, object, section, body)) as Content<T>;
};

const damaged = (key: string, problem: string): StoreDamaged =>
  new StoreDamaged(`${key} in the store cannot be read (${problem}). ${recordAt(key).remedy}`.trimEnd());

/** The value of a content. @throws StoreDamaged that names the object and a remedy */
export const valueIn = <T>(key: string, content: Content<T>): T => {
  if ('value' in content) return content.value;
  throw damaged(key, content.problem);
};

/** Content of one record of a log, or the reason why it cannot be read. */
export const readableRecord = <T>(key: string, body: string): Content<T> => parse(key, body) as Content<T>;

/** Content of one record of a log. @throws StoreDamaged that names the log and a remedy */
export const recordContent = <T>(key: string, body: string): T => valueIn(key, readableRecord<T>(key, body));

/** Content of an object. @throws StoreDamaged that names the object and a remedy */
export const readContent = <T>(key: string, body: string): T => valueIn(key, contentOf<T>(key, body));
