import { PolicyInvalid } from '../contract/errors.ts';
import type { Policy } from '../core/model/policy-document.ts';
import type { Profile } from '../core/model/profile.ts';
import { lintPolicy } from '../core/policy/lint.ts';
import { restartsText } from '../wire/search-options/constraints.ts';
import type { DocumentPath } from './document-problem.ts';
import { readDocument } from './document-text.ts';
import { parsePolicy } from './documents.ts';
import { restartingOptions } from './marked-options.ts';

/** Result of a policy check; each line is `FILE:LINE:COLUMN path: message`, in the order of the text. */
export interface PolicyCheck {
  /** Null if there are errors. */
  readonly policy: Policy | null;
  readonly errors: readonly string[];
  /** Valid content that is most likely a mistake. */
  readonly warnings: readonly string[];
  /** Consequences to know before the policy is applied. */
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

/** Notes on baseline options whose change restarts a service, and whether that needs approval. */
const restarts = ({ searchConfiguration, guardrails }: Policy) => {
  const waits = guardrails.needApproval.includes('restart')
    ? 'a plan that changes it needs approval'
    : 'a plan that changes it needs no approval, because guardrails.needApproval does not list restart';
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
 * Validates a policy document and lints it for likely mistakes (design §6).
 * @param fileName name of the text in the lines
 * @param profile profile that validates the search options of baselines
 */
export const checkPolicy = (text: string, fileName: string, profile: Profile = 'documented'): PolicyCheck => {
  const policy = readPolicy(text, fileName, profile);
  if (policy instanceof PolicyInvalid) return { policy: null, errors: lines(policy.message), warnings: [], notes: [] };
  const reading = readDocument(text, fileName);
  if ('errors' in reading) return { policy: null, errors: lines(reading.errors), warnings: [], notes: [] };
  const warnings = lintPolicy(policy).map(({ path, message }) => ({ path, message, atKey: false }));
  const { format } = reading.read;
  return { policy, errors: [], warnings: lines(format(warnings)), notes: lines(format(restarts(policy))) };
};

/** A line in the same format for a problem at a path that only the caller detects. */
export const lineAt = (text: string, fileName: string, path: DocumentPath, message: string): string => {
  const reading = readDocument(text, fileName);
  return 'errors' in reading ? reading.errors : reading.read.format([{ path, message, atKey: false }]);
};
