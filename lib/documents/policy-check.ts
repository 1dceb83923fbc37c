import { PolicyInvalid } from '../contract/errors.ts';
import type { Profile } from '../core/model/model.ts';
import type { Policy } from '../core/model/policy-document.ts';
import { counted } from '../core/model/visible-text.ts';
import { unnotifiedCodes } from '../core/notices/unnotified.ts';
import { lintPolicy } from '../core/policy/lint.ts';
import { overrideKeys } from '../core/policy/tag-spelling.ts';
import { restartsText } from '../wire/search-options/constraints.ts';
import type { DocumentPath, DocumentProblem } from './document-problem.ts';
import { readDocument } from './document-text.ts';
import { parsePolicy } from './documents.ts';
import { restartingOptions } from './marked-options.ts';

/** Result of a policy check; each line is `FILE:LINE:COLUMN path: message`, in the order of the text. */
export interface PolicyCheck {
  /** Null if there are errors. */
  readonly policy: Policy | null;
  /** The first errors; if there are more, the last line says how many. */
  readonly errors: readonly string[];
  readonly errorCount: number;
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

/** Lines for problems of a valid document. */
const linesIn = (text: string, fileName: string, problems: readonly DocumentProblem[]): string[] => {
  if (problems.length === 0) return [];
  const reading = readDocument(text, fileName);
  return lines('errors' in reading ? reading.errors : reading.read.format(problems));
};

/** Notes on baseline options whose change restarts a service, and whether that needs approval. */
const restarts = ({ searchConfiguration, guardrails }: Policy) => {
  const waits = guardrails.needApproval.some((kind) => kind === 'restart' || kind === 'harm')
    ? 'a plan that changes it needs approval'
    : 'a plan that changes it needs no approval, because guardrails.needApproval lists neither harm nor restart';
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

/** A note where a team's tag may set any maximum: a reader expects the rule's maximum to bound it. */
const unboundedTags = ({ rules, limits, tagPrefix }: Policy): DocumentProblem[] => {
  const open = rules.filter(({ effect, maxByTagGb }) => effect === 'enable' && maxByTagGb === undefined);
  if (limits !== undefined || open.length === 0) return [];
  const message = `tag ${overrideKeys(tagPrefix).max} may set any maximum for services of ${counted(open.length, 'rule')}; limits.maxAdditionalGb or maxByTagGb bounds it`;
  return [{ path: ['rules'], message, atKey: true }];
};

/** Most codes that a warning lists. */
const mostCodes = 3;

/** Kinds of findings that would reach no channel, although the policy has channels. */
const unheard = ({ notify = [] }: Policy): DocumentProblem[] =>
  unnotifiedCodes(notify).map(({ severity, codes }) => {
    const more = codes.length - mostCodes;
    const named = `${codes.slice(0, mostCodes).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const message = `no channel is notified of findings with severity ${severity}: ${named}; match: { owner: "*" } matches every finding`;
    return { path: ['notify'], message, atKey: true };
  });

/**
 * Validates a policy document and lints it for likely mistakes (design §6).
 * @param fileName name of the text in the lines
 * @param profile profile that validates the search options of baselines
 */
export const checkPolicy = (text: string, fileName: string, profile: Profile = 'documented'): PolicyCheck => {
  const policy = readPolicy(text, fileName, profile);
  if (policy instanceof PolicyInvalid) {
    return { policy: null, errors: lines(policy.message), errorCount: policy.count, warnings: [], notes: [] };
  }
  const likely = lintPolicy(policy).map(({ path, message }) => ({ path, message, atKey: false }));
  const warnings = linesIn(text, fileName, [...likely, ...unheard(policy)]);
  return {
    policy,
    errors: [],
    errorCount: 0,
    warnings,
    notes: linesIn(text, fileName, [...unboundedTags(policy), ...restarts(policy)]),
  };
};

/** A line in the same format for a problem at a path of the document that only the caller detects. */
export const lineAt = (text: string, fileName: string, path: DocumentPath, message: string): string =>
  linesIn(text, fileName, [{ path, message, atKey: false }]).join('\n');
