import { getHeapStatistics } from 'node:v8';
import type { ZodType } from 'zod';
import { remembering } from '../../core/model/remembering.ts';
import type { Call } from './call.ts';

/** Stands for the JSON of a text that is none. */
export const unreadable = Symbol('unreadable');

/** The JSON of an answer; undefined for an empty one, `unreadable` for a text that is not JSON. */
export const jsonOf = (text: string): unknown => {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return unreadable;
  }
};

/** Result of reading an answer's JSON: a value or a problem. */
type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** Reads the text of a success, which may be empty. */
export type Reader<T> = (text: string, call: Pick<Call, 'method' | 'path'>) => Reading<T>;

/** The part of a lib/wire schema that reading needs. */
type AnswerSchema<T> = Pick<ZodType<T>, 'safeParse'>;

const notJson = { ok: false, problem: 'it is not JSON; check the base URL' } as const;

/** Answers of one kind from which a parser compiled for their schema pays: compiling takes longer than parsing a few. */
const compiledFrom = 20;
const answersRead = new WeakMap<object, number>();

/** Reads an answer of that schema; a mismatch names the first wrong member. */
const parsedAs = <T>(schema: AnswerSchema<T>, text: string): Reading<T> => {
  const body = jsonOf(text);
  if (body === unreadable) return notJson;
  const read = (answersRead.get(schema) ?? 0) + 1;
  answersRead.set(schema, read);
  const parsed = schema.safeParse(body, { jitless: read < compiledFrom });
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  const member = issue === undefined || issue.path.length === 0 ? 'the answer' : issue.path.map(String).join('.');
  return { ok: false, problem: `${member}: ${issue?.message ?? 'not valid'}` };
};

/** Characters of answers that any process remembers: enough for some 600 services. */
const leastCharacters = 1_000_000;

/**
 * Bytes of a process's memory for each character that it remembers. With what was read of it a character takes two bytes in
 * lists of the usual kind; even where it takes ten, answers take no more than a quarter of the memory.
 */
const bytesPerCharacter = 40;

/** Characters of answers that a process with so many bytes of memory remembers: enough for some 12,000 services at most. */
export const rememberedCharacters = (heapBytes: number): number =>
  Math.min(20_000_000, Math.max(leastCharacters, Math.floor(heapBytes / bytesPerCharacter)));

let most: number | undefined;

/** Node.js loads its statistics, so the least is asked first. */
const fits = (characters: number): boolean => {
  if (characters <= leastCharacters) return true;
  most ??= rememberedCharacters(getHeapStatistics().heap_size_limit);
  return characters <= most;
};

/** What was read of the last answer to a GET of each path, by schema. */
const lastRead = remembering(() => new WeakMap<object, Reading<unknown>>(), fits);

/** Measurements are asked by POST, and differ each time: they are not remembered. */
const readingOf = <T>(
  schema: AnswerSchema<T>,
  text: string,
  { method, path }: Parameters<Reader<T>>[1],
): Reading<T> => {
  if (method !== 'GET') return parsedAs(schema, text);
  const read = lastRead(path, text);
  const reading = (read.get(schema) as Reading<T> | undefined) ?? parsedAs(schema, text);
  read.set(schema, reading);
  return reading;
};

/**
 * Reads an answer of that schema and converts it to the model. Most projects answer word for word what they answered to the
 * pass before: that is not parsed again, and gives the same objects, which nothing may change.
 */
export const answerAs =
  <Parsed, T>(schema: AnswerSchema<Parsed>, toModel: (parsed: Parsed) => T): Reader<T> =>
  (text, call) => {
    const reading = readingOf(schema, text, call);
    return reading.ok ? { ok: true, value: toModel(reading.value) } : reading;
  };

/** For calls whose status is the result: accepts any JSON, and nothing. */
export const anyAnswer: Reader<void> = (text) =>
  jsonOf(text) === unreadable ? notJson : { ok: true, value: undefined };
