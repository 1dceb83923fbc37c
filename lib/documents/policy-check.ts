import { PolicyInvalid } from '../contract/errors.ts';
import type { Policy } from '../core/model/policy-document.ts';
import type { Profile } from '../core/model/profile.ts';
import { lintPolicy } from '../core/policy/lint.ts';
import { restartsText } from '../wire/search-options/constraints.ts';
import type { DocumentPath } from './document-errors.ts';
import { readDocument } from './document-text.ts';
import { parsePolicy } from './documents.ts';
import { restartingOptions } from './restarting-options.ts';

/** What is to be said of a policy document; each line is `FILE:LINE:COLUMN path: what`, in the order of the text. */
export interface PolicyCheck {
  /** Null when there are errors. */
  readonly policy: Policy | null;
  readonly errors: readonly string[];
  /** What is valid and still cannot be meant. */
  readonly warnings: readonly string[];
  /** What may be meant, and what a person should know before it is applied. */
  readonly notes: readonly string[];
}

const lines = (text: string): string[] => (text === '' ? [] : text.split('\n'));

const readPolicy = (text: string, fileName: string, profile: Profile): Policy | PolicyInvalid => {
  try {
    return parsePolicy(text, fileName, profile);
  } catch (error) {
    if (error instanceof PolicyInvalid) return error;
    throw error;
  }
};

/** Options of baselines whose change restarts a service, and whether the guardrails let that happen unasked. */
const restarts = ({ searchConfiguration, guardrails }: Policy) => {
  const waits = guardrails.needApproval.includes('restart')
    ? 'a plan that changes it waits for approval'
    : 'a plan that changes it is applied without approval, as guardrails.needApproval does not list restart';
  return searchConfiguration.flatMap(({ options }, at) =>
    options
      .filter(({ path }) => restartingOptions.has(path))
      .map(({ path }) => ({
        path: ['searchConfiguration', at, 'config', ...path.split('.')],
        message: `${restartsText}; ${waits}`,
        atKey: true,
      })),
  );
};

/**
 * Checks a policy document that somebody wrote, and looks for what cannot be meant where it is valid (design §6).
 * @param fileName how the lines call the text
 * @param profile whose values the search options of baselines must have
 */
export const checkPolicy = (text: string, fileName: string, profile: Profile = 'documented'): PolicyCheck => {
  const policy = readPolicy(text, fileName, profile);
  if (policy instanceof PolicyInvalid) return { policy: null, errors: lines(policy.message), warnings: [], notes: [] };
  const reading = readDocument(text, fileName);
  if ('errors' in reading) return { policy: null, errors: lines(reading.errors), warnings: [], notes: [] };
  const warnings = lintPolicy(policy).map(({ path, message }) => ({ path, message, atKey: false }));
  const { tell } = reading.read;
  return { policy, errors: [], warnings: lines(tell(warnings)), notes: lines(tell(restarts(policy))) };
};

/** A line like these about a path of a document that can be read, for what only its surroundings show. */
export const lineAt = (text: string, fileName: string, path: DocumentPath, message: string): string => {
  const reading = readDocument(text, fileName);
  return 'errors' in reading ? reading.errors : reading.read.tell([{ path, message, atKey: false }]);
};
