import type { ChangeKind, ChangeStatus } from '../change/change.ts';
import { endpointText } from '../change/maximum-text.ts';
import { type Reason, reasonText } from '../model/decision.ts';
import type { HeldMaximum } from '../model/model.ts';
import { type OptionValue, optionValueText } from '../model/search-configuration.ts';
import { wholeGb } from '../model/sizes.ts';

/**
 * How a write ended; `unknown` if its effect on the platform could not be determined; `damaged` if its record was damaged, so
 * that it is not even known whether it was sent.
 */
export type AuditStatus = Exclude<ChangeStatus, 'skipped'> | 'unknown' | 'damaged';

/** The state before or after a write; null: the object does not exist. */
export type AuditedState =
  | null
  | { readonly kind: 'endpoint'; readonly maximum: HeldMaximum; readonly maxAdditionalGb: number }
  | { readonly kind: 'integration'; readonly integrationId: string | null; readonly endpointId: string | null }
  | { readonly kind: 'manager'; readonly by: 'headroom' | 'others'; readonly maximum: HeldMaximum }
  /** The whole disk of a service. */
  | { readonly kind: 'disk'; readonly diskMb: number }
  | { readonly kind: 'search-configuration'; readonly options: Readonly<Record<string, OptionValue>> };

/** One write to the platform: its cause, its change and its result (design §12.10). */
export interface AuditedWrite {
  readonly runId: string;
  /** Digest of the plan that the write belongs to. */
  readonly digest: string;
  /** The approval that allowed the write; absent without one. */
  readonly approval?: { readonly digest: string; readonly by: string; readonly approvedAt: string };
  readonly trigger: { readonly kind: 'schedule' | 'event' | 'manual'; readonly by: string };
  readonly rule: string;
  /** All reasons as one text. */
  readonly reason: string;
  /** The same with their sources. */
  readonly reasons: readonly Reason[];
  readonly kind: ChangeKind;
  readonly project: string;
  /** Empty for the endpoint of a service that is gone. */
  readonly service: string;
  /** Empty where no endpoint is concerned. */
  readonly endpointName: string;
  /** After the write; null when unknown. */
  readonly endpointId: string | null;
  readonly before: AuditedState;
  readonly after: AuditedState;
  /** The platform's id of the request; null without one. */
  readonly requestId: string | null;
  /** ISO 8601, UTC: just before the request; the earliest that it can have been if its record was damaged. */
  readonly at: string;
  readonly status: AuditStatus;
  readonly error: string | null;
}

/** The end of the chain: sequence number and hash of the last file. */
export interface AuditLink {
  readonly sequence: number;
  readonly hash: string;
}

/** Before the first file. */
export const emptyChain: AuditLink = { sequence: 0, hash: '0'.repeat(64) };

/** A write in the audit, with the hash of its file and of the file before. */
export interface AuditRecord extends AuditedWrite {
  readonly previous: string;
  readonly hash: string;
}

/** A file of the audit. Its number is its key, from 1 on without gaps, and its hash is that of its text. */
export interface AuditFile extends AuditLink {
  readonly runId: string;
  readonly part: number;
  readonly previous: string;
  /** In the order of the plan. */
  readonly records: readonly AuditRecord[];
}

/** Form of the audit's files and of its head. It is raised when what they contain changes: a build reads its own form only. */
export const auditForm = 4;

/** What all writes of one run share. */
type OfRun = Pick<AuditedWrite, 'runId' | 'digest' | 'trigger'>;

/** A record as the store has it: without what its run and its reasons say. */
export type StoredAuditRecord = Omit<AuditedWrite, 'reason' | keyof OfRun>;

/** A file as the store has it: what the records of a run share stands once. */
export interface StoredAuditFile extends OfRun {
  readonly version: typeof auditForm;
  /** Hash of the file before. */
  readonly previous: string;
  /** From 1 on: a run with very many writes has several files. */
  readonly part: number;
  /** Version of the build that sealed it. */
  readonly build: string;
  /** ISO 8601, UTC. */
  readonly sealedAt: string;
  readonly records: readonly StoredAuditRecord[];
}

/** Records of one file at most: they take 5 MB, and no object of the store may have more than 20 (scale §6). */
export const mostRecordsOfFile = 8_000;

/** The writes of each file of a run, in their order. */
export const writesOfFiles = (writes: readonly AuditedWrite[], most: number): readonly (readonly AuditedWrite[])[] =>
  Array.from({ length: Math.ceil(writes.length / most) }, (_, index) => writes.slice(index * most, (index + 1) * most));

const storedRecord = ({
  reason: _reason,
  runId: _runId,
  digest: _digest,
  trigger: _trigger,
  ...stored
}: AuditedWrite): StoredAuditRecord => stored;

/**
 * The text of the file with these writes of one run, that follows `end`.
 * @param about when and by which build the writes are sealed, and which file of the run it is
 */
export const auditText = (
  { hash: previous }: AuditLink,
  about: Pick<StoredAuditFile, 'part' | 'build' | 'sealedAt'>,
  writes: readonly AuditedWrite[],
): string => {
  const [first] = writes;
  const ofRun = { runId: first?.runId, digest: first?.digest, trigger: first?.trigger };
  return `${JSON.stringify({ version: auditForm, ...ofRun, ...about, previous, records: writes.map(storedRecord) })}\n`;
};

/** A file with the members that the store leaves out. */
export const wholeFile = (
  { sequence, hash }: AuditLink,
  { runId, digest, trigger, part, previous, records }: StoredAuditFile,
): AuditFile => {
  const ofFile = { runId, digest, trigger, previous, hash };
  const whole = records.map((stored) => ({ ...ofFile, ...stored, reason: reasonText(stored.reasons) }));
  return { sequence, hash, runId, part, previous, records: whole };
};

/** A state before or after a write. */
export const auditedText = (state: AuditedState): string => {
  switch (state?.kind) {
    case undefined:
      return 'none';
    case 'endpoint':
      return endpointText(state);
    case 'integration':
      return 'integrated';
    case 'manager':
      return state.by === 'headroom' ? 'managed by Headroom' : 'made by hand';
    case 'disk':
      return `disk of ${wholeGb(state.diskMb)} GB`;
    case 'search-configuration':
      return Object.entries(state.options)
        .map(([path, value]) => `${path}: ${optionValueText(value)}`)
        .join(', ');
  }
};
