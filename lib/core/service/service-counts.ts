import { type Change, subjectKey } from '../change/change.ts';
import type { Decision } from '../model/decision.ts';
import type { ServiceName } from '../model/grouping.ts';

interface Managing {
  readonly decisions: readonly Decision[];
  /** Services with a baseline; they are managed even without a rule. */
  readonly withBaseline: readonly ServiceName[];
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

/** The managed services of a plan, by the key of the subject of a change. */
export const managedIn = ({ decisions, withBaseline }: Managing): ReadonlySet<string> => {
  const services: ServiceName[] = [...decisions.filter(({ effect }) => effect !== 'ignore'), ...withBaseline];
  return new Set(services.map(({ project, service }) => JSON.stringify([project, service])));
};

/** Counts managed and changed services for the guardrails. */
export const countServices = (managed: ReadonlySet<string>, changes: readonly Change[]): ServiceCounts => {
  const changed = new Set(changes.map(subjectKey));
  return { changed: changed.size, managed: managed.size, concerned: new Set([...managed, ...changed]).size };
};
