import * as z from 'zod';
import { type AuditLink, auditForm, type StoredAuditFile, type StoredAuditRecord } from '../../../core/audit/audit.ts';
import { reasonSources } from '../../../core/model/decision.ts';
import type { OptionValue } from '../../../core/model/search-configuration.ts';
import { changeKind } from './parts.ts';

const text = z.string();
const heldMaximum = z.strictObject({ kind: z.enum(['additional', 'total']), gb: z.number().nullable() });

const state = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('endpoint'), maximum: heldMaximum, maxAdditionalGb: z.number() }),
    z.strictObject({
      kind: z.literal('integration'),
      integrationId: text.nullable(),
      endpointId: text.nullable(),
    }),
    z.strictObject({ kind: z.literal('manager'), by: z.enum(['headroom', 'others']), maximum: heldMaximum }),
    z.strictObject({ kind: z.literal('disk'), diskMb: z.number() }),
    z.strictObject({
      kind: z.literal('search-configuration'),
      options: z.record(text, z.json() as z.ZodType<OptionValue>),
    }),
  ])
  .nullable();

const record = z.strictObject({
  approval: z.strictObject({ digest: text, by: text, approvedAt: text }).optional(),
  rule: text,
  reasons: z.array(z.strictObject({ source: z.enum(reasonSources), text })),
  kind: changeKind,
  project: text,
  service: text,
  endpointName: text,
  endpointId: text.nullable(),
  before: state,
  after: state,
  requestId: text.nullable(),
  at: text,
  status: z.enum(['confirmed', 'unconfirmed', 'failed', 'unknown', 'damaged']),
  error: text.nullable(),
}) satisfies z.ZodType<StoredAuditRecord>;

/** An audit file. Strict: unknown members could be neither shown nor checked. */
export const auditFile = z.strictObject({
  version: z.literal(auditForm),
  runId: text,
  digest: text,
  trigger: z.strictObject({ kind: z.enum(['schedule', 'event', 'manual']), by: text }),
  part: z.number().int().positive(),
  build: text,
  sealedAt: text,
  previous: text,
  records: z.array(record).min(1),
}) satisfies z.ZodType<StoredAuditFile>;

/** The pointer to the last audit file. */
export const auditHead = z
  .strictObject({ version: z.literal(auditForm), sequence: z.number().int().positive(), hash: text })
  .transform(({ sequence, hash }): AuditLink => ({ sequence, hash }));
