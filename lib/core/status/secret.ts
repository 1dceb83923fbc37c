import { dayMs, hourMs, inWords } from '../model/durations.ts';
import { expiresSoon, type TokenEnd } from '../token/expiry.ts';
import { stages } from '../token/rotation.ts';
import { attention, ok, problem, type StatusLine } from './status.ts';

/** The secret without its token. Times are ISO 8601, null for unknown or never. */
export interface SecretFacts {
  readonly versions: readonly {
    readonly stages: readonly string[];
    readonly storedAt: string | null;
    /** The end of its token; null for never or unknown. */
    readonly end: TokenEnd | null;
  }[];
  readonly nextRotationAt: string | null;
  /** Whether a schedule rotates the token. */
  readonly regular: boolean;
  /** The command that rotates it without a schedule; absent: `headroom token rotate`. */
  readonly byHand?: string;
}

const rotateByHand = 'headroom token rotate';

/** A rotation takes minutes; a version that is pending longer belongs to an interrupted rotation. */
const longestRotationMs = hourMs;
/** Age from which a token without a rotation schedule needs attention. */
const oldMs = 90 * dayMs;
/** Secrets Manager begins a rotation within a day of its date. */
const latenessMs = dayMs;

type Version = SecretFacts['versions'][number];

const since = (time: string | null, nowMs: number): number | null => (time === null ? null : nowMs - Date.parse(time));

const shown = (version: Version, nowMs: number): string => {
  const age = since(version.storedAt, nowMs);
  return `${version.stages.join(' and ')} ${age === null ? 'of unknown age' : `${inWords(age)} old`}`;
};

const nextInWords = (nextRotationAt: string | null, nowMs: number): string => {
  if (nextRotationAt === null) return '';
  const inMs = Date.parse(nextRotationAt) - nowMs;
  return inMs < 0 ? `; rotation overdue by ${inWords(-inMs)}` : `; next rotation in ${inWords(inMs)}`;
};

/** The problem of a token that has ended or ends soon; undefined without one. */
export const judgeEnd = (
  { end }: Pick<Version, 'end'>,
  nowMs: number,
  says: string,
  remedy: string,
): StatusLine | undefined => {
  if (end === null || !expiresSoon(end, nowMs)) return undefined;
  const leftMs = end.expiresMs - nowMs;
  return leftMs <= 0
    ? problem('secret', `${says}; the token has expired`, 'store a new token: headroom token store')
    : problem('secret', `${says}; the token expires in ${inWords(leftMs)}`, remedy);
};

/** The worst problem of the current token; undefined without one. */
const judgeCurrent = (current: Version, facts: SecretFacts, nowMs: number, says: string): StatusLine | undefined => {
  const remedy = (section: string) => (facts.regular ? `headroom runbook ${section}` : (facts.byHand ?? rotateByHand));
  const end = judgeEnd(current, nowMs, says, remedy('token-expiring'));
  if (end !== undefined) return end;
  if (facts.nextRotationAt !== null && nowMs - Date.parse(facts.nextRotationAt) > latenessMs) {
    return problem('secret', says, remedy('rotation-failed'));
  }
  return undefined;
};

/** Whether a token exists, its age, whether a rotation was interrupted, and whether the next one is overdue. */
export const judgeSecret = (facts: SecretFacts, nowMs: number): StatusLine => {
  const staged = facts.versions.filter((version) => version.stages.length > 0);
  const says = `${staged.map((version) => shown(version, nowMs)).join(', ')}${nextInWords(facts.nextRotationAt, nowMs)}`;
  const current = facts.versions.find((version) => version.stages.includes(stages.current));
  if (current === undefined) return problem('secret', says || 'no token', 'headroom token store');
  const currentProblem = judgeCurrent(current, facts, nowMs, says);
  if (currentProblem !== undefined) return currentProblem;
  const pending = facts.versions.find(
    (version) => version.stages.includes(stages.pending) && !version.stages.includes(stages.current),
  );
  const pendingMs = pending === undefined ? 0 : (since(pending.storedAt, nowMs) ?? 0);
  if (pendingMs > longestRotationMs) {
    return attention('secret', `${says}; a rotation was interrupted`, 'continue it: headroom token rotate');
  }
  if (facts.regular && facts.nextRotationAt === null) {
    return attention('secret', `${says}; no rotation is scheduled`, 'deploy the stack again, or headroom token rotate');
  }
  const ageMs = since(current.storedAt, nowMs) ?? 0;
  return !facts.regular && ageMs > oldMs
    ? attention('secret', `${says}; no rotation is scheduled`, facts.byHand ?? rotateByHand)
    : ok('secret', says);
};
