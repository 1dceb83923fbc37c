import * as z from 'zod';
import type { Service } from '../../../core/model/model.ts';
import { changes, heldMaximum, loweredOption, name, tags, text, texts, time } from './parts.ts';

/** Readings of projects. */

const related = z.object({ project: name.nullable(), service: name });

const service = z.object({
  name,
  type: text,
  plan: text,
  cloud: text,
  state: text,
  diskMb: z.number().nullable(),
  tags,
  integrations: z.array(z.object({ id: text, endpointId: text })),
  refusal: text.optional(),
  searchConfiguration: z.record(text, z.json()).nullish(),
  lowered: z.array(loweredOption).optional(),
  createdAt: time.optional(),
  planAutoscaler: z.object({ minPlan: text.nullable(), maxPlan: text.nullable() }).optional(),
  pendingMaintenance: z.object({ startsAt: time.nullable() }).optional(),
  replicaOf: related.optional(),
  forkOf: related.optional(),
  unusable: text.optional(),
} satisfies Record<Exclude<keyof Service, 'refusedBefore'>, z.ZodType>);

const endpoint = z.object({ id: text, name: text, maximum: heldMaximum });

/** A project as a plan saw it, with what its run carries out there. */
export const plannedProject = z.object({
  changes,
  services: z.array(service),
  endpoints: z.array(endpoint),
  /** When it was read; absent where that is unknown. */
  readAt: time.optional(),
});

const diskAlert = z.object({ service: name, isCritical: z.boolean(), since: time.nullable() });

/** The last reading of a project. */
export const inventoryRecord = z.object({
  organization: name,
  /** The run that read it. */
  runId: name,
  readAt: time,
  tags,
  services: z.array(service),
  endpoints: z.array(endpoint),
  /** Services with a nearly full disk; absent if the platform did not list its alerts. */
  alerts: z.array(diskAlert).optional(),
  /** Those of the last reading that listed them; absent if this one did, or if there were none. */
  lastAlerts: z.array(diskAlert).optional(),
  /** Endpoints of Headroom that this store did not create, with the time when they appeared; absent if there are none. */
  appeared: z.record(name, time).optional(),
  /** Maximums that runs may have granted since, in GB; absent if there are none. */
  granted: z.array(z.object({ service: text, gb: z.number() })).optional(),
  /** The run that changes the project since; absent if none does. */
  changedBy: name.optional(),
  /** Why the last attempt to read it failed; absent if it succeeded. */
  trouble: z.object({ runId: name, at: time, error: name, message: text }).optional(),
  /** Services that count as published. */
  announced: z.array(name),
  /** Time of the reading by the platform's own clock; absent if the platform gave none. */
  seenAt: time.optional(),
  /** Day (since 1970, UTC) whose sizes are in the project's history; absent while a list is or was unexpectedly empty. */
  historyDay: z.number().int().optional(),
});

/** The age of every project's reading, and the projects that the next pass reads first. */
export const inventoryIndex = z.object({
  organization: name,
  projects: z.record(
    name,
    z.object({
      readAt: time,
      /** As `readAt`, by the platform's own clock; absent if the platform gave no time. */
      seenAt: time.optional(),
      /** `readAt` of the project's record, which the reading confirmed; absent if the reading wrote the record. */
      recordedAt: time.optional(),
      isUrgent: z.literal(true).optional(),
      /** Name of the error of the last attempt; absent if it succeeded. */
      trouble: name.optional(),
    }),
  ),
  /** Projects that were listed and never read; absent if there are none. */
  neverRead: texts.optional(),
  /** Projects that were listed and are no longer, with the time since when; absent if there are none. */
  unlisted: z.record(name, time).optional(),
  /** The age in minutes that no reading should exceed; absent where no schedule promises one. */
  promisedMinutes: z.number().optional(),
  /** The minutes within which a new service has its autoscaler; absent where no schedule promises it. */
  newServiceMinutes: z.number().optional(),
  /** SHA-256 of the policy document of the last plan. */
  policy: text,
  /**
   * The last restraint of the store's mode before a plan of the whole organization was applied, empty if there was none; absent: the next
   * plan that is applied is a first one.
   */
  enforcedSince: text.optional(),
  /** Managed services of the last plan of the whole organization; absent before the first. */
  managed: z.number().int().optional(),
  /** What runs of the last 24 hours changed that counts over them, by run; absent if there is nothing. */
  lately: z.record(name, z.object({ at: time, growth: z.number().int(), saved: z.number().int() })).optional(),
  /** Bands of forecasts that the last plan of the whole organization pooled; absent before the first with forecasts. */
  bands: z.record(name, z.object({ middle: z.number(), high: z.number() })).optional(),
});
