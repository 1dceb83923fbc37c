import { checkSearchConfig } from '../wire/search-options/check.ts';
import { searchConfigSchema } from '../wire/search-options/schema.ts';
import { problemsOf } from './document-errors.ts';
import { readDocument } from './document-text.ts';

/** What is to be said of a search configuration; each line is `FILE:LINE:COLUMN path: what`, in the order of the text. */
export interface SearchDocumentCheck {
  readonly errors: readonly string[];
  /** What may stay, but should not or cannot be checked. */
  readonly warnings: readonly string[];
}

const lines = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/**
 * Checks a `user_config` of a search service that somebody wrote, YAML 1.2 or JSON, as for a new service (spec.md §2.4).
 * @param fileName how the lines call the text
 */
export const checkSearchDocument = (text: string, fileName: string): SearchDocumentCheck => {
  const reading = readDocument(text, fileName);
  if ('errors' in reading) return { errors: lines(reading.errors), warnings: [] };
  const { value, tell } = reading.read;
  const { issues, warnings } = checkSearchConfig(value, { whole: true, creates: true });
  return {
    errors: lines(tell(problemsOf(searchConfigSchema, value, issues))),
    warnings: lines(tell(warnings.map(({ path, message }) => ({ path, message, atKey: true })))),
  };
};
