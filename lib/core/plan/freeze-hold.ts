import { attaches, type Change, givesBack, isDiskChange, subjectKey, takesOver } from '../change/change.ts';
import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import { isoInstant } from '../model/durations.ts';
import { type Freeze, freezeText, type Protective } from '../model/freeze.ts';
import { groupBy, type ServiceName, serviceKey } from '../model/grouping.ts';
import { counted } from '../model/visible-text.ts';
import type { PlanFreeze } from './plan-result.ts';

/** A record with the place of one service. */
export type Named<T> = T & ServiceName;

/** The changes of a plan, split by a freeze. */
interface Held {
  /** Changes that the freeze allows. */
  readonly through: readonly Change[];
  /** Changes that wait for the end of the freeze, in their order. */
  readonly waiting: readonly Change[];
}

/** The protective kind of the changes of one disk; null if any of them takes something away, or protects nothing. */
const protectiveKind = (changes: readonly Change[]): Protective | null => {
  if (changes.some((change) => change.phase === 'release' || takesOver(change) || givesBack(change))) return null;
  return changes.some(attaches) ? 'enable' : 'raise';
};

/**
 * Splits changes by what a freeze allows. The changes of one disk go through together or not at all, because they depend on
 * each other. Releases and search configurations always wait. If a release of a budget waits, all changes of that budget
 * wait: its grants may depend on the money that the release frees (design §7, §12.3). The grants of one service go through
 * if a person says so; before them the money of their budget is checked by new readings in any case.
 * @param except that service; undefined: none
 */
export const holdBack = (changes: readonly Change[], { allow }: Freeze, except?: ServiceName): Held => {
  // Search configurations always wait, so only disks are grouped.
  const disks: Change[] = changes.filter(isDiskChange);
  const allowed = [...groupBy(disks, subjectKey).values()].filter((ofDisk) => {
    const kind = protectiveKind(ofDisk);
    return kind !== null && allow.includes(kind);
  });
  const protecting = new Set(allowed.flat());
  const short = new Set(
    changes.filter(({ phase }) => phase === 'release').flatMap(({ budget }) => (budget === undefined ? [] : [budget])),
  );
  const own = except && serviceKey(except);
  const goesThrough = (change: Change): boolean => {
    if (own !== undefined && change.phase === 'grant' && serviceKey(change) === own) return true;
    return protecting.has(change) && (change.budget === undefined || !short.has(change.budget));
  };
  return { through: changes.filter(goesThrough), waiting: changes.filter((change) => !goesThrough(change)) };
};

const planFreeze = (freeze: Freeze, waiting: readonly Change[]): PlanFreeze => ({
  reason: freeze.reason,
  until: freeze.untilMs === null ? null : isoInstant(freeze.untilMs),
  allow: freeze.allow,
  waiting,
});

/** Findings: the changes that wait, and the remedy if the freeze windows cannot be read. */
const freezeFindings = (freeze: Freeze, waiting: readonly Change[]): Finding[] => {
  const disks = new Set(waiting.map(subjectKey)).size;
  const waits = `${counted(waiting.length, 'change')} of ${counted(disks, 'service')} ${waiting.length === 1 ? 'waits' : 'wait'}`;
  if (freeze.isUnreadable) {
    const remedy = 'Fix that, or remove the calendar from freeze in the policy.';
    const message = `Everything counts as frozen, because ${freeze.reason}: ${waits}. ${remedy}`;
    return [findingAt(everywhere, 'freeze-unreadable', message)];
  }
  if (waiting.length === 0) return [];
  const text = freezeText(freeze);
  const message = `${text.charAt(0).toUpperCase()}${text.slice(1)}: ${waits} for its end.`;
  return [findingAt(everywhere, 'frozen', message)];
};

/** The part of a plan that a freeze allows, and its findings. */
interface UnderFreeze<T> {
  readonly changes: readonly Change[];
  readonly tallies: readonly Named<T>[];
  readonly findings: readonly Finding[];
  /** The `freeze` member of the plan; empty without a freeze. */
  readonly freeze: { readonly freeze?: PlanFreeze };
}

/** Removes the changes that wait for the end of a freeze, and the tallies of their disks. */
export const underFreeze = <T>(
  changes: readonly Change[],
  tallies: readonly Named<T>[],
  freeze: Freeze | undefined,
  except?: ServiceName,
): UnderFreeze<T> => {
  if (freeze === undefined) return { changes, tallies, findings: [], freeze: {} };
  const { through, waiting } = holdBack(changes, freeze, except);
  const allowed = new Set(through.map(serviceKey));
  return {
    changes: through,
    tallies: tallies.filter((tally) => allowed.has(serviceKey(tally))),
    findings: freezeFindings(freeze, waiting),
    freeze: { freeze: planFreeze(freeze, waiting) },
  };
};
