import { type Change, subjectKey } from '../change/change.ts';
import type { Decision } from '../model/decision.ts';
import type { Place } from '../model/grouping.ts';

interface Counted {
  readonly decisions: readonly Decision[];
  /** Services with a baseline; they are managed even without a rule. */
  readonly withBaseline: readonly Place[];
  readonly changes: readonly Change[];
}

/** Numbers of services in a plan. */
export interface ServiceCounts {
  /** Services with at least one change; an unused endpoint of a deleted service counts as one. */
  readonly changed: number;
  /** Managed services: the effect is not `ignore`, or there is a baseline. */
  readonly managed: number;
  /** Services that are managed or changed. */
  readonly concerned: number;
}

/** Counts managed and changed services for the guardrails. */
export const countServices = ({ changes, decisions, withBaseline }: Counted): ServiceCounts => {
  const places: Place[] = [...decisions.filter(({ effect }) => effect !== 'ignore'), ...withBaseline];
  const managed = new Set(places.map(({ project, service }) => JSON.stringify([project, service])));
  const changed = new Set(changes.map(subjectKey));
  return { changed: changed.size, managed: managed.size, concerned: new Set([...managed, ...changed]).size };
};
