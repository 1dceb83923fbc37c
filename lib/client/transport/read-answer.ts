import type { ZodType } from 'zod';

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
export type Reader<T> = (text: string) => Reading<T>;

/** The part of a lib/wire schema that reading needs. */
export type AnswerSchema<T> = Pick<ZodType<T>, 'safeParse'>;

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

/** Reads an answer of that schema and converts it to the model. */
export const answerAs =
  <Parsed, T>(schema: AnswerSchema<Parsed>, toModel: (parsed: Parsed) => T): Reader<T> =>
  (text) => {
    const reading = parsedAs(schema, text);
    return reading.ok ? { ok: true, value: toModel(reading.value) } : reading;
  };

/** For calls whose status is the result: accepts any JSON, and nothing. */
export const anyAnswer: Reader<void> = (text) =>
  jsonOf(text) === unreadable ? notJson : { ok: true, value: undefined };
