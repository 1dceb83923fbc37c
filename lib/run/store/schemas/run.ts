import * as z from 'zod';
import { outcomes } from '../../../contract/events.ts';
import {
  changeResults,
  count,
  finding,
  heldMaximum,
  loweredOption,
  mode,
  name,
  tags,
  text,
  texts,
  time,
  unreadProject,
} from './parts.ts';
import { plan } from './plan.ts';

/** What one run notes of itself, in its own folder. */

/** What a run was asked and what it found first; written once by discover. */
export const run = z.object({
  runId: name,
  startedAt: time,
  trigger: z.object({ kind: z.enum(['schedule', 'event', 'manual']), by: text }),
  /** The stricter of the policy's and the store's when the run began. */
  mode,
  /** What a person should know of the run itself. */
  notes: z.array(finding),
  /** The policy document as it was when the run began, so that every task of the run decides by the same words. */
  policy: text,
  projects: z.array(z.object({ name, tags, problem: text.optional() })),
  /** Projects that were asked for and are not of this organization: they are never touched. */
  outside: texts,
  /** Projects that were asked for; null when all were. */
  asked: texts.nullable(),
  approvedDigest: name.nullable(),
  readOnly: z.boolean(),
  /** The run whose writes are taken back; absent where the policy is carried out. */
  undo: name.optional(),
  /** The part of that run; absent for the whole of it. */
  undoPart: z.object({ projects: texts.optional(), services: texts.optional() }).optional(),
  /** Whose values the policy's search options have; absent: the documented ones. */
  profile: z.enum(['documented', 'current']).optional(),
  /** Every project of the organization, by name; empty when the run did not ask. */
  listed: texts,
  /** Key of the tag whose value names the owner, who gets the notices about a service. */
  ownerTag: text,
});

const areNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');

/** Names of the run's projects by their places; checked at one go, because every task of every project reads them all. */
export const projectNames = z.custom<string[]>(areNames, 'expected a list of names');

export const freeze = z.object({
  begunMs: z.number(),
  periods: z.array(z.object({ name: text, startMs: z.number(), endMs: z.number() })),
  problem: text.nullable(),
  knownUntilMs: z.number(),
  allow: z.array(z.enum(['enable', 'raise'])),
});

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
  unusable: text.optional(),
});

export const snapshot = z.object({
  services: z.array(service),
  endpoints: z.array(z.object({ id: text, name: text, maximum: heldMaximum })),
});

const attempt = z.object({
  status: z.enum(['accepted', 'failed', 'skipped']),
  error: text.optional(),
  /** Skipped because of the mode or a freeze; absent otherwise. */
  restrained: z.literal(true).optional(),
  /**
   * When it was first about to be sent; the platform's own id of the request, null when no answer came with one; whether
   * the platform may have done it although the attempt failed. Absent where surely nothing was sent.
   */
  write: z.object({ at: time, requestId: text.nullable(), uncertain: z.boolean() }).optional(),
});

/**
 * How far the changes of one project in one phase have come. Attempts are in the order of the part's changes, so these
 * need not be repeated.
 */
export const progress = z.object({
  attempts: z.array(attempt),
  made: z.array(z.tuple([text, text])),
  /** The change after the attempts is about to be written, or was when the task died; absent when none is. */
  intent: z.object({ at: time }).optional(),
});

const coverage = z.object({
  listed: count,
  neverRead: texts,
  missingPermissions: z.array(z.object({ project: name, to: z.enum(['read', 'write']) })),
  services: z.object({ enable: count, disable: count, ignore: count }),
  protection: z
    .object({
      protectedByUs: count,
      protectedByOthers: count,
      impossible: count,
      exempt: count,
      optedOut: count,
      eligibleNotYet: count,
    })
    .optional(),
});

export const report = z.object({
  runId: name,
  startedAt: time.nullable(),
  endedAt: time,
  outcome: z.enum(outcomes),
  error: text.nullable(),
  cause: text.nullable(),
  plan: plan.nullable(),
  results: changeResults,
  unread: z.array(unreadProject),
  coverage: coverage.optional(),
});

/** Where the writes of a run are in the audit; null when it made none. */
export const seal = z.object({ sequence: z.int().positive().nullable() });
export type Seal = z.infer<typeof seal>;

/** That a run may write, and that its writes are not in the audit yet. */
export const unsealed = z.object({ runId: name });
export type Unsealed = z.infer<typeof unsealed>;
