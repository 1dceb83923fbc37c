import type { Policy } from '../core/policy-document.ts';
import { lintPolicy } from '../core/policy-lint.ts';
import type { DocumentPath } from './document-errors.ts';
import { readDocument } from './document-text.ts';
import { parsePolicy } from './documents.ts';
import { PolicyInvalid } from './errors.ts';

/** What is to be said of a policy document; each line is `FILE:LINE:COLUMN path: what`, in the order of the text. */
export interface PolicyCheck {
  /** Null when there are errors. */
  readonly policy: Policy | null;
  readonly errors: readonly string[];
  /** What is valid and still cannot be meant. */
  readonly warnings: readonly string[];
}

const lines = (text: string): string[] => (text === '' ? [] : text.split('\n'));

const readPolicy = (text: string, fileName: string): Policy | PolicyInvalid => {
  try {
    return parsePolicy(text, fileName);
  } catch (error) {
    if (error instanceof PolicyInvalid) return error;
    throw error;
  }
};

/**
 * Checks a policy document that somebody wrote, and looks for what cannot be meant where it is valid (design §6).
 * @param fileName how the lines call the text
 */
export const checkPolicy = (text: string, fileName: string): PolicyCheck => {
  const policy = readPolicy(text, fileName);
  if (policy instanceof PolicyInvalid) return { policy: null, errors: lines(policy.message), warnings: [] };
  const reading = readDocument(text, fileName);
  if ('errors' in reading) return { policy: null, errors: lines(reading.errors), warnings: [] };
  const warnings = lintPolicy(policy).map(({ path, message }) => ({ path, message, atKey: false }));
  return { policy, errors: [], warnings: lines(reading.read.tell(warnings)) };
};

/** A line like these about a path of a document that can be read, for what only its surroundings show. */
export const lineAt = (text: string, fileName: string, path: DocumentPath, message: string): string => {
  const reading = readDocument(text, fileName);
  return 'errors' in reading ? reading.errors : reading.read.tell([{ path, message, atKey: false }]);
};
