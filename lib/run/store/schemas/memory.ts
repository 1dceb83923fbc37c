import * as z from 'zod';
import type { LogPosition } from '../../../core/new-services/watched-logs.ts';
import { largestMaximumGb } from '../../../core/policy/override-tags.ts';
import { count, heldMaximum, loweredOption, name, text, texts, time } from './parts.ts';

/** Records that outlive runs. */

const day = z.int();
/** Far above any disk, and far below the limit of exact integer sums. */
const largestMb = 2 ** 50;
const samples = z.array(z.tuple([day, z.number().gte(-largestMb).lte(largestMb)]));

/** Daily disk sizes of a project's services. */
export const history = z.object({
  days: z.array(day),
  services: z.array(
    z.object({
      name,
      createdAt: time.optional(),
      plan: text.optional(),
      lastDay: day,
      provisioned: samples,
      used: samples,
      measuredDay: day.nullable(),
      peakMb: count.max(largestMb).optional(),
    }),
  ),
});

/** State that Headroom last applied to a project's services. */
export const lastApplied = z.object({
  services: z.array(
    z.object({
      service: name,
      endpointId: name,
      endpointName: name,
      maximum: heldMaximum,
      attached: z.boolean(),
      confirmedAt: time.nullable(),
    }),
  ),
  /** Services, and unused endpoints, whose last change failed. */
  failed: texts.optional(),
  /** Endpoints and integrations whose deletion was confirmed. */
  deleted: texts.optional(),
  /** Endpoints made by hand that Headroom manages. */
  adopted: z.array(z.object({ service: name, endpointName: name, kind: z.enum(['additional', 'total']) })).optional(),
});

const grantedGb = count.max(largestMaximumGb);

/** Maximums that people have granted for some days. */
export const grants = z.object({
  grants: z.array(
    z.object({ project: name, service: name, maxGb: grantedGb, through: z.iso.date(), by: text, at: time }),
  ),
});

/** A policy document that was put into the store. */
export const policyVersion = z.object({
  at: time,
  by: text,
  digest: name,
  message: text,
  document: text,
  /** Digest of the document that it was put in place of; null for the first one. */
  replaces: name.nullable(),
});
export type PolicyVersion = z.infer<typeof policyVersion>;

/** The last valid policy document, and since when runs go by it. */
export const policyInForce = z.object({ since: time, document: text });
export type PolicyInForce = z.infer<typeof policyInForce>;

/** Names of projects that were ever read. */
export const projectsRead = texts;

/** When a run for events of a project waited for the lease in vain, by name. */
export const wanted = z.record(name, time);
export type Wanted = Readonly<z.infer<typeof wanted>>;

/** What the platform refuses of a service with this plan and cloud: with others Headroom tries again. */
const refusal = z.object({
  service: name,
  plan: text,
  cloud: text,
  /** The autoscaler. */
  notOffered: z.object({ at: time, message: text }).optional(),
  /** Values of options: it set lower ones. */
  lowered: z.array(loweredOption).optional(),
});
export const refusals = z.array(refusal);
export type Refusal = Readonly<z.infer<typeof refusal>>;

/** An object in sections as it is stored; each section has a schema of its own. */
export const inSections = z.record(text, z.unknown());

/** Position in the event log of each project, by name. */
export const watermarks = z.object({ marks: z.record(text, z.object({ time: text, ids: texts })) });
export interface LogPositions {
  readonly marks: Readonly<Record<string, LogPosition>>;
}

/** When a look last read the event log of each project, by name. */
export const watchTurn = z.object({ lookedAt: z.record(name, time) });
export interface WatchTurn {
  readonly lookedAt: Readonly<Record<string, string>>;
}

export const heartbeatSent = z.object({ sentAt: time, waitingSince: time });
export const heartbeatArrived = z.object({ sentAt: time });

/** The last scheduled pass that began to read, until when it reads at most, and the projects that it reads last. */
export const readingPass = z.object({ since: time, until: time, last: texts });
export type ReadingPass = Readonly<z.infer<typeof readingPass>>;

/** End of the token in use by the clock of the functions, null if it never ends or is unknown; and its lifetime, null for unknown. */
export const tokenExpiry = z.object({
  checkedAt: time,
  expiresAt: time.nullable(),
  lifetimeMs: z.number().nullable(),
});
export type TokenExpiry = z.infer<typeof tokenExpiry>;

const cachedAnswer = <T extends z.ZodType>(answer: T) => z.object({ askedAt: time, answer, deniedAt: time.optional() });

/** Price per GB and hour; null if the platform gives none, `NaN` if it cannot be read. */
export const price = cachedAnswer(
  z
    .string()
    .regex(/^(\d+(\.\d+)?|NaN)$/)
    .nullable(),
);

/** Disk of a plan in MB; null if the platform does not describe it. */
export const planDisk = cachedAnswer(
  z
    .object({
      diskMb: z.number().nonnegative(),
      capMb: z.number().nonnegative().nullable(),
      /** Absent in answers of the version before. */
      stepMb: z.number().positive().optional(),
    })
    .nullable(),
);

/** The lease: one run may write at a time. */
export const lease = z.object({
  runId: name,
  /** Name of the holder for people. */
  holder: text,
  /** In the past once released. */
  expiresAt: time,
  /** The run ended normally; absent while it is active, and if it died. */
  released: z.literal(true).optional(),
  /** The run asks the platform meanwhile: the lease is free, and the run takes it again. */
  rests: z.literal(true).optional(),
  /** Whose the store is; absent if that is unknown. */
  owner: z.object({ organization: name.optional(), stack: name.optional() }).optional(),
});

/** Milliseconds since 1970. */
const instant = z.number();

/** Platform calls of the last minute, by worker, and what 429 answers asked for. */
export const callLedger = z.object({
  blocks: z.array(z.object({ worker: text, calls: count, untilMs: instant })),
  closedUntilMs: instant.nullable(),
  /** Time of the answer that asked for it; absent while none did. */
  closedAtMs: instant.optional(),
  slowed: z.object({ atMs: instant, callsPerMinute: z.int().positive() }).nullable(),
});
