import { dayMs, hourMs } from '../model/durations.ts';
import { stages } from '../token/rotation.ts';
import { attention, inWords, ok, problem, type StatusLine } from './status.ts';

/** The secret as it is shown, never with a token. Times are ISO 8601, null for unknown or never. */
export interface SecretFacts {
  readonly versions: readonly {
    readonly stages: readonly string[];
    readonly storedAt: string | null;
    readonly expiresAt: string | null;
  }[];
  readonly nextRotationAt: string | null;
  /** Whether something is to replace the token without being asked. */
  readonly regular: boolean;
  /** What replaces it where nothing does so without being asked; absent: `headroom token rotate`. */
  readonly byHand?: string;
}

const rotateByHand = 'headroom token rotate';

/** A rotation takes minutes; what is pending longer was broken off. */
const longestRotationMs = hourMs;
/** From this age on a token that nothing replaces is worth a thought. */
const oldMs = 90 * dayMs;
/** So near its end a token must be replaced by hand, because the regular rotation has not done it. */
const nearEndMs = 7 * dayMs;
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
  return inMs < 0 ? `; was to be replaced ${inWords(-inMs)} ago` : `; replaced next in ${inWords(inMs)}`;
};

/** What stands against the token in use itself, worst first. */
const judgeCurrent = (current: Version, facts: SecretFacts, nowMs: number, says: string): StatusLine | undefined => {
  const leftMs = current.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(current.expiresAt) - nowMs;
  const mend = facts.regular ? 'see docs/runbook.md#rotation-failed' : (facts.byHand ?? rotateByHand);
  if (leftMs <= 0) return problem('secret', `${says}; the token has expired`, 'headroom token store, with another one');
  if (leftMs < nearEndMs) return problem('secret', `${says}; the token expires in ${inWords(leftMs)}`, mend);
  if (facts.nextRotationAt !== null && nowMs - Date.parse(facts.nextRotationAt) > latenessMs) {
    return problem('secret', says, mend);
  }
  return undefined;
};

/** Whether a token is there, how old it is, whether a rotation was broken off, and whether the next one is overdue. */
export const judgeSecret = (facts: SecretFacts, nowMs: number): StatusLine => {
  const staged = facts.versions.filter((version) => version.stages.length > 0);
  const says = `${staged.map((version) => shown(version, nowMs)).join(', ')}${nextInWords(facts.nextRotationAt, nowMs)}`;
  const current = facts.versions.find((version) => version.stages.includes(stages.current));
  if (current === undefined) return problem('secret', says || 'holds no token', 'headroom token store');
  const against = judgeCurrent(current, facts, nowMs, says);
  if (against !== undefined) return against;
  const pending = facts.versions.find(
    (version) => version.stages.includes(stages.pending) && !version.stages.includes(stages.current),
  );
  const pendingMs = pending === undefined ? 0 : (since(pending.storedAt, nowMs) ?? 0);
  if (pendingMs > longestRotationMs) {
    return attention('secret', `${says}; a rotation was broken off`, 'headroom token rotate, which takes it up again');
  }
  if (facts.regular && facts.nextRotationAt === null) {
    return attention('secret', `${says}; nothing is to replace it`, 'deploy the stack again, or headroom token rotate');
  }
  const ageMs = since(current.storedAt, nowMs) ?? 0;
  return !facts.regular && ageMs > oldMs
    ? attention('secret', `${says}; nothing replaces it by itself`, facts.byHand ?? rotateByHand)
    : ok('secret', says);
};
