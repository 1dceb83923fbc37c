import { type Confirmation, isAbout } from '../../core/inventory/confirmed.ts';
import { contentsText, isNoted } from '../../core/inventory/contents.ts';
import type { Known } from '../../core/inventory/due.ts';
import { appearedIn } from '../../core/inventory/other-store.ts';
import type { ProjectFacts } from '../../core/model/model.ts';
import type { PublishedServices } from '../../core/new-services/published.ts';
import type { InventoryRecord, SurveyObject } from '../store/run-objects.ts';
import { sha256 } from '../store/sha256.ts';

/** Long enough that no two readings of a project ever have the same one. */
const digestLength = 32;

/** Digest of the contents of a reading, without its times and without what runs have noted in it. */
export const digestOf = (reading: InventoryRecord): string => sha256(contentsText(reading)).slice(0, digestLength);

/** Whether a stored reading has contents of this digest, and no note of a run. */
export const isUnchanged = (stored: InventoryRecord, digest: string): boolean =>
  !isNoted(stored) && digestOf(stored) === digest;

/** Whether a reading that wrote nothing has found what this record has. */
export const confirms = (confirmation: Confirmation | undefined, record: InventoryRecord): boolean =>
  isAbout(confirmation, record) && confirmation?.digest === digestOf(record);

/** Whether the record of a project is the one that the index knows. */
export const isKnownAs = (known: Known, record: InventoryRecord | undefined): boolean =>
  record !== undefined &&
  record.readAt === (known.recordedAt ?? known.readAt) &&
  known.digest !== undefined &&
  isUnchanged(record, known.digest);

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

/** The times of a reading, as they are stored. */
export const readingTimes = (
  readAt: string,
  seenAt: string | null | undefined,
): Pick<Confirmation, 'readAt' | 'seenAt'> => ({
  readAt,
  ...(typeof seenAt === 'string' && { seenAt }),
});

/** The confirmation of a record by a reading that has the same contents. */
export const confirmationBy = (reading: InventoryRecord, recordedAt: string): Confirmation => ({
  ...readingTimes(reading.readAt, reading.seenAt),
  recordedAt,
  digest: digestOf(reading),
});
