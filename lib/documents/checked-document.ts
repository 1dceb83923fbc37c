import type * as z from 'zod';
import { problemsOf } from './document-errors.ts';
import type { DocumentProblem } from './document-problem.ts';
import { type DocumentRead, readDocument } from './document-text.ts';

type Checked<T> = { readonly data: T; readonly format: DocumentRead['format'] } | { readonly errors: string };

/**
 * Reads a document that a schema describes, YAML 1.2 or JSON.
 * @param problemsIn what else is wrong with a document that the schema accepts
 * @returns the document, or all errors, one per line: `FILE:LINE:COLUMN path: message`
 */
export const readChecked = <T>(
  text: string,
  fileName: string,
  schema: z.ZodType<T>,
  problemsIn: (data: T) => readonly DocumentProblem[] = () => [],
): Checked<T> => {
  const reading = readDocument(text, fileName);
  if ('errors' in reading) return reading;
  const { value, format, formatErrors } = reading.read;
  // Compiling a parser for the schema takes longer than parsing one document.
  const { success, data, error } = schema.safeParse(value, { jitless: true });
  const errors = formatErrors(success ? problemsIn(data) : problemsOf(schema, value, error.issues));
  return success && errors === '' ? { data, format } : { errors };
};
