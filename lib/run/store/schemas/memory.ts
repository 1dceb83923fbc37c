import * as z from 'zod';
import type { Watermark } from '../../../core/watch/watermark.ts';
import { finding, heldMaximum, loweredOption, mode, name, text, texts, time } from './parts.ts';

/** What is remembered from run to run. */

const day = z.int();
/** Far above any disk, and far below where sums and steps lose what they add. */
const largestMb = 2 ** 50;
const dayMb = z.tuple([day, z.number().gte(-largestMb).lte(largestMb)]);

/** Sizes of a project's services by day. */
export const history = z.object({
  days: z.array(day),
  services: z.array(
    z.object({
      name,
      lastDay: day,
      provisioned: z.array(dayMb),
      used: z.array(dayMb),
      measuredDay: day.nullable(),
    }),
  ),
  emptied: z.object({ runId: name, lists: z.array(z.enum(['services', 'endpoints'])) }).optional(),
});

/** What Headroom last applied to a project's services. */
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
});

const episode = finding.extend({
  subject: text,
  details: z.record(text, z.union([text, z.number()])),
  owner: text,
  since: time,
});

/** Episodes that people were notified of. */
export const episodes = z.object({
  open: z.array(episode),
  news: z.array(z.object({ episode, endedAt: time.nullable() })),
  digestedAt: time.nullable(),
});

/** Names of projects that some run could read. */
export const projectsRead = texts;

/** That the platform does not offer the autoscaler to a service. */
export const refusal = z.object({
  project: name,
  service: name,
  /** What the service was then: with another plan or in another cloud it is asked again. */
  plan: text,
  cloud: text,
  at: time,
  message: text,
});
export type Refusal = z.infer<typeof refusal>;

/** What the platform made less of, for a service as it was then. */
export const lowered = z.object({
  project: name,
  service: name,
  /** Another plan has other CPUs, so it is asked again. */
  plan: text,
  options: z.array(loweredOption),
});
export type Lowered = z.infer<typeof lowered>;

/** Under which mode the last run of an organization ended; `enforce` only once a plan was carried out under it. */
export const enforcement = z.object({ organization: name, mode, runId: name });
export type Enforcement = z.infer<typeof enforcement>;

/** How far the event log of each project was read, by its name. */
export const watermarks = z.object({ marks: z.record(text, z.object({ time: text, ids: texts })) });
export interface Watermarks {
  readonly marks: Readonly<Record<string, Watermark>>;
}

/** Where the last call ended that looked at some projects only. */
export const watchTurn = z.object({ after: text });
export type WatchTurn = z.infer<typeof watchTurn>;

export const heartbeatSent = z.object({ sentAt: time, waitingSince: time });
export const heartbeatArrived = z.object({ sentAt: time });

const asked = <T extends z.ZodType>(answer: T) => z.object({ askedAt: time, answer });

/** The price of a GB an hour; null where the platform gives none. */
export const price = asked(
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .nullable(),
);

/** The disk of a plan, in MB; null where the platform does not describe it. */
export const planDisk = asked(
  z.object({ diskMb: z.number().nonnegative(), capMb: z.number().nonnegative().nullable() }).nullable(),
);

/** Who may write: one run at a time. */
export const lease = z.object({
  runId: name,
  /** Who runs, in words for people. */
  holder: text,
  /** In the past once released. */
  expiresAt: time,
  /** That the run ended in order; absent while it is at work, and where it died. */
  released: z.literal(true).optional(),
});
