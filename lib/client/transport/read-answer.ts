import type { ZodType } from 'zod';

/** Result of reading an answer's JSON: a value or a problem. */
type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** Reads the JSON of a success; the body of an empty answer is undefined. */
export type Reader<T> = (body: unknown) => Reading<T>;

/** The part of a lib/wire schema that reading needs. */
type AnswerSchema<T> = Pick<ZodType<T>, 'safeParse'>;

/** Answers of one kind from which a parser compiled for their schema pays: compiling takes longer than parsing a few. */
const compiledFrom = 20;
const answersRead = new WeakMap<object, number>();

/** Reads an answer of that schema and converts it to the model; a mismatch names the first wrong member. */
export const answerAs =
  <Parsed, T>(schema: AnswerSchema<Parsed>, toModel: (parsed: Parsed) => T): Reader<T> =>
  (body) => {
    const read = (answersRead.get(schema) ?? 0) + 1;
    answersRead.set(schema, read);
    const parsed = schema.safeParse(body, { jitless: read < compiledFrom });
    if (parsed.success) return { ok: true, value: toModel(parsed.data) };
    const issue = parsed.error.issues[0];
    const member = issue === undefined || issue.path.length === 0 ? 'the answer' : issue.path.map(String).join('.');
    return { ok: false, problem: `${member}: ${issue?.message ?? 'not valid'}` };
  };

/** For calls whose status is the result: accepts any answer. */
export const anyAnswer: Reader<void> = () => ({ ok: true, value: undefined });
