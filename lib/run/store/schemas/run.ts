import * as z from 'zod';
import { outcomes } from '../../../contract/events.ts';
import { changeEnds, count, finding, mode, name, phase, tags, text, texts, time, unreadProject } from './parts.ts';

/** Objects in the folder of a run. */

const projectFacts = z.object({ name, tags, problem: text.optional() });

const freeze = z.object({
  periods: z.array(z.object({ name: text, startMs: z.number(), endMs: z.number() })),
  problem: text.nullable(),
  knownUntilMs: z.number(),
  allow: z.array(z.enum(['enable', 'raise'])),
});

const trigger = z.object({ kind: z.enum(['schedule', 'event', 'manual']), by: text });

/** Who requested a run that failed before it had begun. */
export const requested = z.object({ trigger });

/** Request and initial facts of a run; discover writes it once. */
export const run = z.object({
  runId: name,
  startedAt: time,
  trigger,
  /** Version of Headroom that began the run. */
  codeVersion: name,
  /** The stricter of policy and override mode at the start of the run. */
  mode,
  /** When a person last restrained runs by the override mode; absent if none did. */
  restrained: text.optional(),
  /** Findings about the run itself. */
  notes: z.array(finding),
  /** The policy document at the start of the run, so that all its tasks decide by the same text. */
  policy: text,
  /** Tasks name a project by its index in this list. */
  projects: z.array(projectFacts),
  /** The projects that the run reads; absent: all of them. */
  due: texts.optional(),
  /** When the run stops reading, so that the next pass begins with the rest; absent where no pass follows by a schedule. */
  readsUntil: time.optional(),
  /** Disks to measure at most; absent: `mostMeasured`. */
  measures: z.number().optional(),
  /** Projects outside the run that share a budget with it: their last readings count; absent if there are none. */
  sharing: texts.optional(),
  /** Projects that the platform no longer lists, with the time since when: their last readings count; absent if there are none. */
  unlisted: z.record(name, time).optional(),
  /** The age in minutes that no reading should exceed; absent where no schedule promises one. */
  promisedMinutes: z.number().optional(),
  /** The minutes within which a new service has its autoscaler; absent where no schedule promises it. */
  newServiceMinutes: z.number().optional(),
  /** Requested projects outside the organization; never touched. */
  outside: texts,
  /** Requested projects; null means all. */
  asked: texts.nullable(),
  approvedDigest: name.nullable(),
  /** Whether the run carries out exactly the approved plan, or nothing; absent: at most that plan. */
  exact: z.boolean().optional(),
  readOnly: z.boolean(),
  /** The run to undo; absent if the run applies the policy. */
  undo: name.optional(),
  /** The part of that run to undo; absent means all of it. */
  undoPart: z.object({ projects: texts.optional(), services: texts.optional() }).optional(),
  /** Autoscalers to adopt; absent if the run applies the policy. */
  adopt: z.array(z.object({ project: text, service: text })).optional(),
  /** Services whose added storage to reclaim; absent if the run applies the policy. */
  reclaim: z.array(z.object({ project: text, service: text })).optional(),
  /** Disk to which a person adds storage; absent if the run applies the policy. */
  grow: z.object({ project: text, service: text, gb: z.number() }).optional(),
  /** The one service whose changes the run plans; absent: all. */
  only: z.object({ project: text, service: text }).optional(),
  /** Why that service is changed although a freeze holds back changes; absent: it is not. */
  duringFreeze: text.optional(),
  /** Profile of the policy's search options; absent: documented. */
  profile: z.enum(['documented', 'current']).optional(),
  /** Names of all projects of the organization; empty if the run did not list them. */
  listed: texts,
  /** Key of the tag that names the owner, who gets the notices about a service. */
  ownerTag: text,
  /** Freeze windows; the plan evaluates them at the start of the run. */
  freeze,
  /** The override mode that the run overrules; absent if the mode applies to it. */
  overruled: z.union([z.object({ mode, since: text, by: text }), z.object({ problem: text }), z.null()]).optional(),
});

const planKey = { project: name, serviceType: text, plan: text };

const question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan-disk'), ...planKey }),
  z.object({ kind: z.literal('price'), ...planKey, cloud: text }),
  z.object({ kind: z.literal('usage'), project: name, service: name, diskMb: z.number() }),
  z.object({ kind: z.literal('events'), project: name }),
]);

/** A project's event log, newest first. */
const eventLog = z.array(
  z.object({ id: text, time: text, type: text, service: text.nullable(), actor: text.nullable(), description: text }),
);

/** Questions of a run to the platform. */
export const runQuestions = z.object({
  /** Times that the plan has posed questions. */
  rounds: count,
  /** Questions of the last round that are not asked yet. */
  open: z.array(question),
  asked: z.array(question),
  /** Event logs by project, as far as the run has asked for any. */
  events: z.record(name, eventLog).optional(),
});

const attempt = z.object({
  status: z.enum(['accepted', 'failed', 'skipped']),
  error: text.optional(),
  /** Skipped because of the mode or a freeze; absent otherwise. */
  restrained: z.literal(true).optional(),
  /** Failed because the platform does not offer it for the plan or cloud of the service; absent otherwise. */
  notOffered: z.literal(true).optional(),
  /**
   * `at`: first intent; `requestId`: the platform's request id, null without an answer that has one; `uncertain`: the platform
   * may have made the change although the attempt failed. Absent if certainly nothing was sent.
   */
  write: z.object({ at: time, requestId: text.nullable(), uncertain: z.boolean() }).optional(),
});

/**
 * What a task adds to the progress of its part: attempts since the step before it, and the intent that is pending then. Attempts
 * have the order of the part's changes, which are not repeated.
 */
export const progressStep = z.object({
  /** Index of its first attempt among those of the part. */
  index: count,
  attempts: z.array(attempt),
  made: z.array(z.tuple([text, text])),
  /** The change after the last attempt is or was about to be written; absent if none is. */
  intent: z.object({ at: time }).optional(),
});

const coverage = z.object({
  listed: count,
  neverRead: texts,
  missingPermissions: z.array(z.object({ project: name, to: z.enum(['read', 'write']) })),
  services: z.object({ enable: count, disable: count, ignore: count }),
  protection: z.object({
    protectedByUs: count,
    protectedByOthers: count,
    impossible: count,
    exempt: count,
    optedOut: count,
    eligibleNotYet: count,
  }),
});

/** The report of a run, without what its plan says: the plan is an object of its own. */
export const report = z.object({
  runId: name,
  /** Version of Headroom that began the run; absent if it failed before it stored its request. */
  codeVersion: name.optional(),
  startedAt: time.nullable(),
  endedAt: time,
  outcome: z.enum(outcomes),
  error: text.nullable(),
  cause: text.nullable(),
  /** Digest of the plan; null if the run ended before it had one. */
  plan: name.nullable(),
  /** Findings besides those of the plan; absent: none. */
  findings: z.array(finding).optional(),
  /** How the changes of the plan ended, in its order, by phase and project. */
  results: z.array(z.object({ phase, project: name, ends: changeEnds })),
  unread: z.array(unreadProject),
  coverage: coverage.optional(),
  /** Whether the run was for some projects of the organization; absent: for all. */
  part: z.literal(true).optional(),
  unpublished: count.optional(),
});

/** The run with the latest report, as far as the report changes: readers look at it again once this does. */
export const latestReport = z.object({ runId: name, endedAt: time, unpublished: count.optional() });

/** Readings of a batch that confirmed the records of projects, and projects that it could not read. */
export const runReadings = z.object({
  readings: z.record(
    name,
    z.object({
      readAt: time,
      /** By the platform's own clock; absent if the platform gave no time. */
      seenAt: time.optional(),
      /** `readAt` of the record that the reading confirms. */
      recordedAt: time,
    }),
  ),
  unread: z.array(unreadProject),
  /** When the projects that the run reads a second time were read before, by name; absent while it reads none. */
  again: z.record(name, time).optional(),
});
export type RunReadings = z.infer<typeof runReadings>;

/** The last audit file of a run's writes; the number 0 if it made none. */
export const seal = z.object({ sequence: z.int().nonnegative(), hash: text });

/** A run that may write and whose writes are not in the audit yet, and an end of the audit before them. */
export const unsealed = z.object({ runId: name, after: seal });
export type Unsealed = z.infer<typeof unsealed>;
