import * as z from 'zod';
import { type EventType, eventDetails, type HeadroomEvent } from '../../../contract/events.ts';
import type { Subject } from '../../../core/notices/sender.ts';
import { count, finding, name, text, texts, time } from './parts.ts';

/** Records of notices. */

const loggedFinding = finding.extend({
  subject: text,
  details: z.record(text, z.union([text, z.number()])),
  owner: text,
  since: time,
  endedAt: time.optional(),
  isAccepted: z.literal(true).optional(),
  worst: count.optional(),
});

const links = z.object({ dashboard: text.optional(), runbook: text.optional() });

const notify = z.object({
  channel: name,
  match: z.object({
    owner: texts.optional(),
    project: texts.optional(),
    service: texts.optional(),
    code: texts.optional(),
    urgent: z.boolean().optional(),
  }),
});

/** Findings that people were notified of, and those of the next daily notice. */
export const findingLog = z.object({
  open: z.array(loggedFinding),
  news: z.array(loggedFinding),
  coveredUntil: time.optional(),
  said: z.record(text, z.object({ at: time, level: count })).optional(),
  facts: z.array(loggedFinding).optional(),
  routes: z.object({ notify: z.array(notify), links }).optional(),
});

const action = z.object({
  text,
  command: text,
  page: text,
  section: text,
  approves: text.optional(),
});

const incident = z.object({ key: text, level: z.enum(['critical', 'error', 'warning', 'info']), isOver: z.boolean() });

/** A message on its way to a channel, or delivered. */
export const delivery = z.object({
  id: name,
  channel: name,
  message: z.object({
    sender: z.object({ organization: text, stack: text.optional() }),
    urgent: z.boolean(),
    onlyPagers: z.boolean(),
    subject: text.transform((line) => line as Subject),
    lead: texts.optional(),
    items: z.array(
      z.object({
        ...{ title: text, text, owner: text, action: action.nullable(), incident: incident.nullable() },
        facts: z.array(z.object({ name: text, value: text })).optional(),
      }),
    ),
    omitted: count,
  }),
  links,
  createdAt: time,
  attempts: count,
  nextAt: time,
  error: text.nullable(),
  others: texts,
});

export const deadLetter = delivery.extend({ diedAt: time });

const isEvent = (value: unknown): value is HeadroomEvent => {
  const { type, detail } = (value ?? {}) as { readonly type?: unknown; readonly detail?: unknown };
  return typeof type === 'string' && Object.hasOwn(eventDetails, type)
    ? eventDetails[type as EventType].safeParse(detail).success
    : false;
};

const keptEvent = z.object({
  id: name,
  runId: name,
  /** When the run tried to publish it first. */
  at: time,
  /** Until then only the report task of its run, or of the run that took it over, publishes it. */
  heldUntil: time,
  event: z.custom<HeadroomEvent>(isEvent, 'it is no event of Headroom'),
});
export type KeptEvent = Readonly<z.infer<typeof keptEvent>>;

/** Events to publish. `dropped`: those that waited too long or were too many, and the last time; null: none. */
export const outbox = z.object({
  events: z.array(keptEvent),
  dropped: z.object({ count, at: time }).nullable(),
});
export interface Outbox {
  readonly events: readonly KeptEvent[];
  readonly dropped: { readonly count: number; readonly at: string } | null;
}
