import * as z from 'zod';
import { type Change, changeKinds, type ProposedChange } from '../../../core/change/change.ts';
import { type ProposedChangeJson, proposedChangeOf, type StoredChangeJson } from '../../../core/change/change-json.ts';
import { reasonSources } from '../../../core/model/decision.ts';
import { findingCodes } from '../../../core/model/findings/findings.ts';
import { modes } from '../../../core/model/mode.ts';

/** Kinds of changes in stored objects and files. */
export const changeKind = z.enum(changeKinds);

/**
 * Parts of the objects that Headroom writes into the store and reads back. They list the members that the code needs; other
 * members pass, because a later version may add some.
 */

export const text = z.string();
export const texts = z.array(text);
export const name = z.string().min(1);

/** ISO 8601, UTC. */
export const time = z.iso.datetime();

export const count = z.int().nonnegative();
export const tags = z.record(text, text);
export const mode = z.enum(modes);
export const phase = z.enum(['release', 'grant']);

/** An exact decimal, such as an amount of money. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

const maximumKind = z.enum(['additional', 'total']);
const maximum = z.object({ kind: maximumKind, gb: z.number() });
export const heldMaximum = z.object({ kind: maximumKind, gb: z.number().nullable() });

const option = z.json();

/** Members of `proposedChangeJson`. */
const proposed = {
  phase,
  kind: changeKind,
  project: name,
  service: text,
  fromGb: z.number(),
  toGb: z.number(),
  held: heldMaximum.optional(),
  endpointName: text,
  endpointId: text.nullable(),
  integrationId: text.nullable(),
  maximum: maximum.nullable(),
  members: z.array(z.object({ path: text, from: option, to: option, restarts: z.literal(true).optional() })).optional(),
  disk: z.object({ fromMb: z.number(), toMb: z.number() }).optional(),
};

export const reasons = z.array(z.object({ source: z.enum(reasonSources), text }));

const motive = {
  rule: text,
  reasons,
  budget: text.optional(),
  approval: name.optional(),
  waits: z.enum(['room', 'protection', 'restart', 'first', 'bounds']).optional(),
};

const end = {
  status: z.enum(['confirmed', 'unconfirmed', 'failed', 'skipped']),
  error: text.optional(),
  restrained: z.literal(true).optional(),
  notOffered: z.literal(true).optional(),
};

type Context = z.RefinementCtx<ProposedChangeJson>;

const proposedFrom = (json: ProposedChangeJson, context: Context): ProposedChange => {
  const change = proposedChangeOf(json);
  if (typeof change !== 'string') return change;
  context.issues.push({ code: 'custom', message: change, input: json });
  return z.NEVER;
};

const changeFrom = (json: StoredChangeJson, context: Context): Change => {
  const { rule, reasons, budget, approval, waits } = json;
  return {
    ...proposedFrom(json, context),
    rule,
    reasons,
    ...(budget === undefined ? {} : { budget }),
    ...(approval === undefined ? {} : { approval }),
    ...(waits === undefined ? {} : { waits }),
  };
};

/** A change as shown to people: the part that is written to the platform. */
export const proposedChange = z.object(proposed).transform(proposedFrom);

export const change = z.object({ ...proposed, ...motive }).transform(changeFrom);

export const changes = z.array(change);

/** How changes of a list ended, in its order. */
export const changeEnds = z.array(z.object(end));

export const finding = z.object({
  code: z.enum(findingCodes),
  project: text,
  service: text,
  message: text,
  subject: text.optional(),
  details: z.record(text, z.union([text, z.number()])).optional(),
});

export const unreadProject = z.object({ project: name, error: text, message: text });

export const loweredOption = z.object({ path: name, asked: z.number(), got: z.number() });
