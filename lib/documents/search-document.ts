import type { Profile } from '../core/model/model.ts';
import { isMembers } from '../core/model/plain-data.ts';
import { checkSearchConfig } from '../wire/search-options/check.ts';
import { searchSchema } from '../wire/search-options/schema.ts';
import { problemsOf } from './document-errors.ts';
import { readDocument } from './document-text.ts';

/** Result of a check; each line is `FILE:LINE:COLUMN path: message`, in the order of the text. */
interface SearchDocumentCheck {
  readonly errors: readonly string[];
  /** Deprecated options, and options that cannot be checked. */
  readonly warnings: readonly string[];
}

/** Translation between the option names of a document and the neutral ones. */
interface OptionNames {
  readonly configFromWire: (config: Readonly<Record<string, unknown>>) => unknown;
  readonly pathToWire: (path: readonly PropertyKey[]) => readonly PropertyKey[];
}

const neutral: OptionNames = { configFromWire: (config) => config, pathToWire: (path) => path };

const lines = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/**
 * Checks a `user_config` of a search service, YAML 1.2 or JSON, as for a new service (spec.md §2.4).
 * @param fileName name of the text in the lines
 * @param profile profile that validates the options
 */
export const checkSearchDocument = (
  text: string,
  fileName: string,
  names: OptionNames = neutral,
  profile: Profile = 'documented',
): SearchDocumentCheck => {
  const reading = readDocument(text, fileName);
  if ('errors' in reading) return { errors: lines(reading.errors), warnings: [] };
  const { value, format, formatErrors } = reading.read;
  const config = isMembers(value) ? names.configFromWire(value) : value;
  const { issues, warnings } = checkSearchConfig(config, { whole: true, creates: true, profile });
  const { pathToWire } = names;
  return {
    errors: lines(formatErrors(problemsOf(searchSchema(profile, 'whole'), config, issues, pathToWire))),
    warnings: lines(format(warnings.map(({ path, message }) => ({ path: pathToWire(path), message, atKey: true })))),
  };
};
