import { attaches, type Change, isDiskChange, subjectKey } from '../change/change.ts';
import type { Finding } from '../model/decision.ts';
import { isoInstant } from '../model/durations.ts';
import { type Freeze, freezeText, type Protective } from '../model/freeze.ts';
import { groupBy, serviceKey } from '../model/grouping.ts';
import type { PlanFreeze } from './plan-result.ts';

/** Something about one service. */
export type Placed<T> = T & Pick<Finding, 'project' | 'service'>;

/** What a freeze makes of the changes of a plan. */
export interface Held {
  /** Changes that are carried out all the same. */
  readonly through: readonly Change[];
  /** Changes that wait for the end of the freeze, in the order given. */
  readonly waiting: readonly Change[];
}

/** What the changes of one disk come to; null where they take something away, whatever else they do. */
const protectiveKind = (changes: readonly Change[]): Protective | null => {
  if (changes.some(({ phase }) => phase === 'release')) return null;
  return changes.some(attaches) ? 'enable' : 'raise';
};

const byDisk = (changes: readonly Change[]): Change[][] => {
  // A search configuration is no disk: it always waits.
  return [...groupBy(changes.filter(isDiskChange), subjectKey).values()];
};

/**
 * Holds back what a freeze does not allow. The changes of one disk go through together or not at all, because they build
 * on each other; what takes away and search configurations always wait. Where something of a budget waits that would free
 * money, everything of that budget waits: its grants may be meant to spend just that money (design §7, §12.3).
 */
export const holdBack = (changes: readonly Change[], { allow }: Freeze): Held => {
  const allowed = byDisk(changes).filter((own) => {
    const kind = protectiveKind(own);
    return kind !== null && allow.includes(kind);
  });
  const protecting = new Set(allowed.flat());
  const short = new Set(
    changes.filter(({ phase }) => phase === 'release').flatMap(({ budget }) => (budget === undefined ? [] : [budget])),
  );
  const goesThrough = (change: Change): boolean =>
    protecting.has(change) && (change.budget === undefined || !short.has(change.budget));
  return { through: changes.filter(goesThrough), waiting: changes.filter((change) => !goesThrough(change)) };
};

const count = (things: number, name: string): string => `${things} ${name}${things === 1 ? '' : 's'}`;

const planFreeze = (freeze: Freeze, waiting: readonly Change[]): PlanFreeze => ({
  reason: freeze.reason,
  until: freeze.untilMs === null ? null : isoInstant(freeze.untilMs),
  allow: freeze.allow,
  waiting,
});

/** What a person should know: what waits, and what to do where it cannot be told whether there is a freeze. */
const freezeFindings = (freeze: Freeze, waiting: readonly Change[]): Finding[] => {
  const disks = new Set(waiting.map(subjectKey)).size;
  const waits = `${count(waiting.length, 'change')} of ${count(disks, 'service')} ${waiting.length === 1 ? 'waits' : 'wait'}`;
  const finding = (code: string, message: string): Finding => ({ code, project: '', service: '', message });
  if (freeze.isUnreadable) {
    const mend = 'Mend that, or take the calendar out of freeze in the policy.';
    return [finding('freeze-unreadable', `Everything counts as frozen, because ${freeze.reason}: ${waits}. ${mend}`)];
  }
  if (waiting.length === 0) return [];
  const text = freezeText(freeze);
  return [finding('frozen', `${text.charAt(0).toUpperCase()}${text.slice(1)}: ${waits} for its end.`)];
};

/** What is left of a plan in a freeze, and what is said of it. */
export interface UnderFreeze<T> {
  readonly changes: readonly Change[];
  readonly tallies: readonly Placed<T>[];
  readonly told: readonly Finding[];
  /** Its member of the plan; empty when nothing is frozen. */
  readonly freeze: { readonly freeze?: PlanFreeze };
}

/** Takes out of a plan what waits for the end of a freeze, with the tallies of the disks concerned. */
export const underFreeze = <T>(
  changes: readonly Change[],
  tallies: readonly Placed<T>[],
  freeze: Freeze | undefined,
): UnderFreeze<T> => {
  if (freeze === undefined) return { changes, tallies, told: [], freeze: {} };
  const { through, waiting } = holdBack(changes, freeze);
  const done = new Set(through.map(serviceKey));
  return {
    changes: through,
    tallies: tallies.filter((tally) => done.has(serviceKey(tally))),
    told: freezeFindings(freeze, waiting),
    freeze: { freeze: planFreeze(freeze, waiting) },
  };
};
