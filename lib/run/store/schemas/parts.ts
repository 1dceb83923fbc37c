import * as z from 'zod';
import { changeKind } from './change-kind.ts';

/**
 * Parts of the objects that Headroom writes into the store and reads back. They say what must be there for the code that
 * reads them; members that they do not name pass, because a later version may add some.
 */

export const text = z.string();
export const texts = z.array(text);
export const name = z.string().min(1);

/** ISO 8601, UTC. */
export const time = z.iso.datetime();

export const count = z.int().nonnegative();
export const tags = z.record(text, text);
export const mode = z.enum(['observe', 'enforce', 'stop']);
export const phase = z.enum(['release', 'grant']);

/** An exact decimal, such as an amount of money. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

const maximumKind = z.enum(['additional', 'total']);
export const maximum = z.object({ kind: maximumKind, gb: z.number() });
export const heldMaximum = z.object({ kind: maximumKind, gb: z.number().nullable() });

const option = z.json();

export const change = z.object({
  phase,
  kind: changeKind,
  project: name,
  service: text,
  fromGb: z.number(),
  toGb: z.number(),
  rule: text,
  reason: text,
  endpointName: text,
  endpointId: text.nullable(),
  integrationId: text.nullable(),
  maximum: maximum.nullable(),
  budget: text.optional(),
  members: z.array(z.object({ path: text, from: option, to: option })).optional(),
});

export const changes = z.array(change);

export const changeResult = change.extend({
  status: z.enum(['confirmed', 'unconfirmed', 'failed', 'skipped']),
  error: text.optional(),
});

export const changeResults = z.array(changeResult);

export const finding = z.object({
  code: name,
  project: text,
  service: text,
  message: text,
  subject: text.optional(),
  details: z.record(text, z.union([text, z.number()])).optional(),
});

export const unreadProject = z.object({ project: name, error: text, message: text });

export const loweredOption = z.object({ path: name, asked: z.number(), got: z.number() });
