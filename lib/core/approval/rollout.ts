import { type Change, subjectKey } from '../change/change.ts';
import { isoInstant, minuteMs } from '../model/durations.ts';
import { byText, groupBy } from '../model/grouping.ts';
import type { Rollout } from '../model/policy-document.ts';

/** Memory of a rollout between runs. */
export interface RolloutState {
  /** ISO 8601, UTC: begin of the step; the next one begins after the pause. */
  readonly stepAt: string;
  /** Services that runs of this step may have changed. */
  readonly services: number;
  /** Changes that failed since the rollout began, or since a person continued it. */
  readonly failed: number;
}

/** What a run may do of a rollout. */
export interface RolloutStep {
  /** Services that the run may still change in this step. */
  readonly services: number;
  /** ISO 8601, UTC: earliest next step. */
  readonly nextAt: string;
  readonly failed: number;
  /** Whether too many changes failed: nothing is carried out until a person continues the rollout. */
  readonly stopped: boolean;
  /** The state with which the run continues. */
  readonly state: RolloutState;
}

/** A step without a state, with one of the future, or with an unreadable time, is a new one. */
const isOver = ({ stepAt }: RolloutState, pauseMs: number, nowMs: number): boolean => {
  const agoMs = nowMs - Date.parse(stepAt);
  return !(agoMs >= 0 && agoMs < pauseMs);
};

/**
 * The step of a rollout that a run is in.
 * @param isContinued whether a person asked for the run: failures before it do not count
 */
export const rolloutStep = (
  { servicesPerRun, pauseMinutes, stopAfterFailures }: Rollout,
  state: RolloutState | undefined,
  { nowMs, isContinued }: { readonly nowMs: number; readonly isContinued: boolean },
): RolloutStep => {
  const failed = isContinued ? 0 : (state?.failed ?? 0);
  const pauseMs = pauseMinutes * minuteMs;
  const isNew = state === undefined || isOver(state, pauseMs, nowMs);
  const stepMs = isNew ? nowMs : Date.parse(state.stepAt);
  const done = isNew ? 0 : state.services;
  const stopped = failed >= Math.max(1, stopAfterFailures);
  return {
    services: stopped ? 0 : Math.max(0, servicesPerRun - done),
    nextAt: isoInstant(stepMs + pauseMs),
    failed,
    stopped,
    state: { stepAt: isoInstant(stepMs), services: done, failed },
  };
};

/** Services whose changes go together, and the budgets between them. */
interface Unit {
  readonly subjects: readonly string[];
  readonly changes: readonly Change[];
  /** Budgets of which it frees money, and those from which it takes some. */
  readonly frees: readonly string[];
  readonly takes: readonly string[];
  readonly urgency: number;
}

const budgetsIn = (changes: readonly Change[], phase: Change['phase']): string[] => [
  ...new Set(
    changes.flatMap((change) => (change.phase === phase && change.budget !== undefined ? [change.budget] : [])),
  ),
];

/** Services that both free money of their budget and take some need each other: they are one unit. */
const unitsOf = (changes: readonly Change[], urgencyOf: (change: Change) => number): Unit[] => {
  const groups = [...groupBy(changes, subjectKey)].sort(([a], [b]) => byText(a, b));
  const clusters = groupBy(groups, ([subject, ofSubject]) => {
    const takes = budgetsIn(ofSubject, 'grant');
    const both = budgetsIn(ofSubject, 'release').filter((budget) => takes.includes(budget));
    return JSON.stringify(both.length === 0 ? ['subject', subject] : ['budgets', ...both.sort()]);
  });
  return [...clusters.values()].map((members): Unit => {
    const all = members.flatMap(([, ofSubject]) => ofSubject);
    return {
      subjects: members.map(([subject]) => subject),
      changes: all,
      frees: budgetsIn(all, 'release'),
      takes: budgetsIn(all, 'grant'),
      urgency: all.reduce((least, change) => Math.min(least, urgencyOf(change)), Number.POSITIVE_INFINITY),
    };
  });
};

const byUrgency = (a: Unit, b: Unit): number =>
  a.urgency === b.urgency ? byText(a.subjects[0] ?? '', b.subjects[0] ?? '') : a.urgency - b.urgency;

/**
 * Chooses the changes of a step: whole services, the most urgent first, then by name. Releases of a budget come before
 * the first grant of it that is chosen, and without all of them none of its grants is: money is spent only once it is
 * free. Services that exchange money within one budget count as one, also if they are more than `services`.
 */
export const chooseStep = (
  changes: readonly Change[],
  services: number,
  urgencyOf: (change: Change) => number,
): ReadonlySet<Change> => {
  const units = unitsOf(changes, urgencyOf).sort(byUrgency);
  const chosen = new Set<Unit>();
  let left = services;
  const choose = (unit: Unit): void => {
    if (left <= 0 || chosen.has(unit)) return;
    chosen.add(unit);
    left -= unit.subjects.length;
  };
  const freeing = groupBy(
    units.flatMap((unit) => unit.frees.map((budget) => ({ budget, unit }))),
    ({ budget }) => budget,
  );
  for (const unit of units) {
    if (left <= 0) break;
    const before = unit.takes.flatMap((budget) => freeing.get(budget) ?? []).map((one) => one.unit);
    // Units that only free money first: the others need it.
    const needed = before.filter((one) => one !== unit).toSorted((a, b) => a.takes.length - b.takes.length);
    for (const one of needed) choose(one);
    if (needed.every((one) => chosen.has(one))) choose(unit);
  }
  return new Set([...chosen].flatMap((unit) => unit.changes));
};
