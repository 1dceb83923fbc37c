import * as z from 'zod';
import { count, finding, name, text, texts, time } from './parts.ts';

/** Records of notices. */

const episode = finding.extend({
  subject: text,
  details: z.record(text, z.union([text, z.number()])),
  owner: text,
  since: time,
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

/** Episodes that people were notified of. */
export const episodes = z.object({
  open: z.array(episode),
  news: z.array(z.object({ episode, endedAt: time.nullable() })),
  digestedAt: time.nullable(),
  routes: z.object({ notify: z.array(notify), links }).optional(),
});

const action = z.object({
  text,
  command: text,
  page: text,
  section: text,
  approves: text.optional(),
});

/** A message on its way to a channel, or one that arrived. */
export const delivery = z.object({
  id: name,
  channel: name,
  message: z.object({
    urgent: z.boolean(),
    subject: text,
    items: z.array(z.object({ title: text, text, owner: text, action: action.nullable() })),
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
