import { appearedIn } from '../../core/inventory/other-store.ts';
import type { ProjectFacts } from '../../core/model/model.ts';
import type { PublishedServices } from '../../core/new-services/published.ts';
import type { InventoryRecord, SurveyObject } from '../store/run-objects.ts';

/** A reading of a project, and the services that count as published with it. */
export interface NewReading extends SurveyObject, PublishedServices, Pick<InventoryRecord, 'alerts' | 'historyDay'> {}

/** What a run has noted in a record before it changes the project. */
export type Mark = Pick<InventoryRecord, 'changedBy' | 'granted'>;

interface ReadAfter {
  /** Begin of the reading, ISO 8601, UTC. */
  readonly at: string;
  readonly mark: Mark;
  /** The reading before; undefined if there is none, or if it has nothing that a later one keeps. */
  readonly earlier: InventoryRecord | undefined;
}

/** A reading as it is stored. */
export const recordOf = (
  by: Pick<InventoryRecord, 'organization' | 'runId'>,
  { tags }: ProjectFacts,
  { services, endpoints, alerts, names: announced, seenAt, historyDay }: NewReading,
  { at, mark, earlier }: ReadAfter,
): InventoryRecord => {
  const appeared = appearedIn(earlier, endpoints, at);
  const kept = alerts === undefined ? (earlier?.alerts ?? earlier?.lastAlerts ?? []) : [];
  return {
    ...by,
    // Its calls may have waited minutes for their turn, and a plan must know how old the first answer is.
    readAt: at,
    tags,
    services,
    endpoints,
    alerts,
    announced,
    historyDay,
    ...(kept.length > 0 && { lastAlerts: kept }),
    ...(seenAt !== null && { seenAt }),
    ...(Object.keys(appeared).length > 0 && { appeared }),
    ...mark,
  };
};
