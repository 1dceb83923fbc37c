import { type Change, subjectKey } from '../change/change.ts';
import type { Decision } from '../model/decision.ts';

/** One service. */
export type Place = Pick<Decision, 'project' | 'service'>;

/** What the services of a plan are counted from. */
export interface Counted {
  readonly decisions: readonly Decision[];
  /** Services with a baseline: managed even where no rule speaks of them. */
  readonly withBaseline: readonly Place[];
  readonly changes: readonly Change[];
}

/** How many services a plan concerns. */
export interface ServiceCounts {
  /** Services with at least one change; the left-over endpoint of a service that is gone counts as one. */
  readonly changed: number;
  /** Services that policy manages: whose effect is not `ignore`. */
  readonly managed: number;
  /** Services that policy manages or that the plan changes. */
  readonly concerned: number;
}

/** Counts services for the guardrails: those that policy speaks of, and those that the changes concern. */
export const countServices = ({ changes, decisions, withBaseline }: Counted): ServiceCounts => {
  const places: Place[] = [...decisions.filter(({ effect }) => effect !== 'ignore'), ...withBaseline];
  const managed = new Set(places.map(({ project, service }) => JSON.stringify([project, service])));
  const changed = new Set(changes.map(subjectKey));
  return { changed: changed.size, managed: managed.size, concerned: new Set([...managed, ...changed]).size };
};
