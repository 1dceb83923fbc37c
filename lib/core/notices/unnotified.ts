import type { Finding } from '../model/decision.ts';
import { findings as facts, findingCodes, isUrgent, type Severity } from '../model/findings/findings.ts';
import type { Notify } from '../model/policy-document.ts';
import { compilePatterns } from '../policy/glob.ts';

/** What is known of a finding: an absent place may be any, and its owner always may. */
type FindingName = Pick<Finding, 'code'> & Partial<Pick<Finding, 'project' | 'service' | 'subject'>>;

const accepts = (patterns: readonly string[] | undefined, value: string | undefined): boolean =>
  patterns === undefined || value === undefined || compilePatterns(patterns)(value);

/** Findings with levels are urgent at some of them: one without a level may be either. */
const hasUrgency = (urgent: boolean, code: Finding['code'], subject: string | undefined): boolean =>
  (subject === undefined && facts[code].levels !== undefined && facts[code].urgent === true) ||
  urgent === isUrgent({ code, subject });

/** Whether some owner exists whose finding of this kind an entry matches. */
const mayMatch = ({ match }: Notify, { code, project, service, subject }: FindingName): boolean =>
  accepts(match.code, code) &&
  accepts(match.project, project) &&
  accepts(match.service, service) &&
  (match.urgent === undefined || hasUrgency(match.urgent, code, subject));

/** Findings that match no entry, with any owner; none for a policy without entries, which has no channels. */
export const unnotified = <F extends FindingName>(entries: readonly Notify[], findings: readonly F[]): F[] =>
  entries.length === 0 ? [] : findings.filter((finding) => !entries.some((entry) => mayMatch(entry, finding)));

/** Errors cost protection or money, and warnings become errors; a notice needs no action. */
const needsPerson: readonly Severity[] = ['error', 'warning'];

/** Codes that need a person and of which no channel is ever notified, by severity; only severities with such a code. */
export const unnotifiedCodes = (
  entries: readonly Notify[],
): readonly { readonly severity: Severity; readonly codes: readonly string[] }[] => {
  const kinds = findingCodes.map((code) =>
    facts[code].about === 'run' ? { code, project: '', service: '' } : { code },
  );
  const missing = unnotified(entries, kinds).map(({ code }) => code);
  return needsPerson
    .map((severity) => ({ severity, codes: missing.filter((code) => facts[code].severity === severity) }))
    .filter(({ codes }) => codes.length > 0);
};
