import type { ChangeKind, ChangeStatus } from '../change/change.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import type { HeldMaximum } from '../model/model.ts';
import type { Reason } from '../model/reason.ts';
import type { OptionValue } from '../model/search-configuration.ts';

/** How a write ended; `unknown` when the platform may or may not have done it and nobody could tell. */
export type AuditStatus = Exclude<ChangeStatus, 'skipped'> | 'unknown';

/** What a write found or was to leave behind; null stands for nothing there. */
export type AuditedState =
  | null
  | { readonly kind: 'endpoint'; readonly maximum: HeldMaximum; readonly maxAdditionalGb: number }
  | { readonly kind: 'integration'; readonly integrationId: string | null; readonly endpointId: string | null }
  | { readonly kind: 'search-configuration'; readonly options: Readonly<Record<string, OptionValue>> };

/** One write to the platform: who and what caused it, what it changed, and how it ended (design §12.10). */
export interface AuditedWrite {
  readonly runId: string;
  /** Digest of the plan that the write belongs to. */
  readonly digest: string;
  readonly trigger: { readonly kind: 'schedule' | 'event' | 'manual'; readonly by: string };
  readonly rule: string;
  /** All reasons as one text. */
  readonly reason: string;
  /** The same with their sources; absent in what the version before wrote. */
  readonly reasons?: readonly Reason[];
  readonly kind: ChangeKind;
  readonly project: string;
  /** Empty for the endpoint of a service that is gone. */
  readonly service: string;
  /** Empty where no endpoint is concerned. */
  readonly endpointName: string;
  /** As it is known after the write; null when it is not. */
  readonly endpointId: string | null;
  readonly before: AuditedState;
  readonly after: AuditedState;
  /** The platform's own id of the request; null when it gave none. */
  readonly requestId: string | null;
  /** ISO 8601, UTC: when it was about to be sent. */
  readonly at: string;
  readonly status: AuditStatus;
  readonly error: string | null;
}

/** A write in the audit: it carries the hash of the record before it and that of itself. */
export interface AuditRecord extends AuditedWrite {
  readonly previous: string;
  readonly hash: string;
}

/** All records of one run, sealed: the file carries the hash of the file before it and that of itself. */
export interface AuditFile {
  readonly version: 1;
  /** From 1 on, without gaps. */
  readonly sequence: number;
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly sealedAt: string;
  readonly previous: string;
  /** In the order of the plan. */
  readonly records: readonly AuditRecord[];
  readonly hash: string;
}

/** An end of the chain: the file of that number has that hash. */
export interface AuditLink {
  readonly sequence: number;
  readonly hash: string;
}

/** Before the first file. */
export const emptyChain: AuditLink = { sequence: 0, hash: '0'.repeat(64) };

/** Turns a text into a digest of it that cannot be forged. */
export type Hash = (text: string) => string;

const hashOf = <T extends object>(content: T, hash: Hash): string => hash(canonicalJson(content));

/** Seals the writes of one run as the file that follows `end`. */
export const sealed = (
  end: AuditLink,
  content: { readonly runId: string; readonly sealedAt: string; readonly writes: readonly AuditedWrite[] },
  hash: Hash,
): AuditFile => {
  let previous = end.hash;
  const records = content.writes.map((write): AuditRecord => {
    const linked = { ...write, previous };
    previous = hashOf(linked, hash);
    return { ...linked, hash: previous };
  });
  const { runId, sealedAt } = content;
  const file = { version: 1, sequence: end.sequence + 1, runId, sealedAt, previous: end.hash, records } as const;
  return { ...file, hash: hashOf(file, hash) };
};

/** The text of a file in the store: one text for one content, so that not one byte of it can be changed unseen. */
export const auditText = (file: AuditFile): string => `${canonicalJson(file)}\n`;

const withoutHash = <T extends { readonly hash: string }>({ hash: _, ...content }: T) => content;

const firstBadRecord = ({ previous, records }: AuditFile, hash: Hash): string | undefined => {
  let expected = previous;
  for (const [place, record] of records.entries()) {
    const name = `record ${place + 1} (${record.kind} ${record.project}/${record.service || record.endpointName})`;
    if (record.previous !== expected) return `${name} does not follow the record before it`;
    if (record.hash !== hashOf(withoutHash(record), hash)) return `${name} is not what was sealed`;
    expected = record.hash;
  }
  return undefined;
};

/**
 * Checks that a file is what was sealed after `end`, to the last byte.
 * @returns what does not fit, naming the record where it is one; undefined when all fits
 */
export const auditProblem = (end: AuditLink, file: AuditFile, text: string, hash: Hash): string | undefined => {
  if (file.sequence !== end.sequence + 1) return `it says that it is file ${file.sequence}, not ${end.sequence + 1}`;
  if (file.previous !== end.hash) return 'it does not follow the file before it';
  const bad = firstBadRecord(file, hash);
  if (bad !== undefined) return bad;
  if (file.hash !== hashOf(withoutHash(file), hash)) return 'its head is not what was sealed';
  return text === auditText(file) ? undefined : 'its text is not as it was written';
};
