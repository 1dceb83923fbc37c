import type { ChangeKind, ChangeStatus } from '../change/change.ts';
import type { HeldMaximum } from '../model/model.ts';
import { canonicalJson } from '../model/plain-data.ts';
import { type Reason, reasonText } from '../model/reason.ts';
import type { OptionValue } from '../model/search-configuration.ts';

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

/** A write in the audit, with the hash of the previous record and its own. */
export interface AuditRecord extends AuditedWrite {
  readonly previous: string;
  readonly hash: string;
}

/** One of the files of a run whose writes need several. */
interface FilePart {
  /** From 1 on. */
  readonly number: number;
  /** Files of the run. */
  readonly of: number;
}

/** Form of the audit's files and of its head. It is raised when what they contain changes: a build reads its own form only. */
export const auditForm = 3;

/** The records of one run, or a part of them, sealed with the hash of the previous file and its own. */
export interface AuditFile {
  /** Form of the file. */
  readonly version: typeof auditForm;
  /** From 1 on, without gaps. */
  readonly sequence: number;
  readonly runId: string;
  /** Version of the build that sealed it. */
  readonly build: string;
  /** Absent if the file has all records of the run. */
  readonly part?: FilePart;
  /** ISO 8601, UTC. */
  readonly sealedAt: string;
  readonly previous: string;
  /** In the order of the plan. */
  readonly records: readonly AuditRecord[];
  readonly hash: string;
}

/** The end of the chain: sequence number and hash of the last file. */
export interface AuditLink {
  readonly sequence: number;
  readonly hash: string;
}

/** Before the first file. */
export const emptyChain: AuditLink = { sequence: 0, hash: '0'.repeat(64) };

type Hash = (text: string) => string;

/** Records of one file at most: they take 5 MB, and no object of the store may have more than 20 (scale §6). */
export const mostRecordsOfFile = 8_000;

/** The writes of each file of a run, in their order. */
export const writesOfFiles = (writes: readonly AuditedWrite[], most: number): readonly (readonly AuditedWrite[])[] =>
  Array.from({ length: Math.ceil(writes.length / most) }, (_, place) => writes.slice(place * most, (place + 1) * most));

const hashOf = <T extends object>(content: T, hash: Hash): string => hash(canonicalJson(content));

interface FileContent extends Pick<AuditFile, 'runId' | 'build' | 'part' | 'sealedAt'> {
  /** All of the run `runId`, so with one digest and one trigger. */
  readonly writes: readonly AuditedWrite[];
}

/** A file says once what its records share, so a record of another run in it could not be read again. */
const assertOneRun = ({ runId, writes }: FileContent): void => {
  const ofRun = (write: AuditedWrite | undefined) => canonicalJson([write?.runId, write?.digest, write?.trigger]);
  const first = ofRun(writes[0]);
  if (writes.some((write) => write.runId !== runId || ofRun(write) !== first))
    throw new Error(`the writes of run ${runId} are of several runs, plans or triggers; they are not sealed`);
};

/**
 * Seals the writes of one run, or a part of them, as the file that follows `end`.
 * @throws Error if a write is of another run, plan or trigger
 */
export const sealed = (end: AuditLink, content: FileContent, hash: Hash): AuditFile => {
  assertOneRun(content);
  let previous = end.hash;
  const records = content.writes.map((write): AuditRecord => {
    const linked = { ...write, previous };
    previous = hashOf(linked, hash);
    return { ...linked, hash: previous };
  });
  const { runId, build, part, sealedAt } = content;
  const of = { runId, build, ...(part !== undefined && { part }) };
  const file = {
    version: auditForm,
    sequence: end.sequence + 1,
    ...of,
    sealedAt,
    previous: end.hash,
    records,
  } as const;
  return { ...file, hash: hashOf(file, hash) };
};

/** What all writes of one run share. */
type OfRun = Pick<AuditedWrite, 'digest' | 'trigger'>;

/** A record as the store has it: without what its run, its reasons and the record before it say. */
export type StoredAuditRecord = Omit<AuditRecord, 'reason' | 'previous' | 'runId' | keyof OfRun>;

/** A file as the store has it: what the records of a run share stands once. */
export interface StoredAuditFile extends Omit<AuditFile, 'records'>, OfRun {
  readonly records: readonly StoredAuditRecord[];
}

const storedRecord = ({
  reason: _reason,
  previous: _previous,
  runId: _runId,
  digest: _digest,
  trigger: _trigger,
  ...stored
}: AuditRecord): StoredAuditRecord => stored;

/** The text of a file in the store. It is canonical, so a change of any byte is detected. */
export const auditText = (file: AuditFile): string => {
  const [first] = file.records;
  const ofRun = { digest: first?.digest, trigger: first?.trigger };
  return `${canonicalJson({ ...file, ...ofRun, records: file.records.map(storedRecord) })}\n`;
};

/** Adds the members that the store leaves out. Hashes cover whole records, so a wrong member here breaks the hash. */
export const wholeFile = ({ digest, trigger, ...file }: StoredAuditFile): AuditFile => {
  const { runId } = file;
  let { previous } = file;
  const records = file.records.map((stored): AuditRecord => {
    const whole = { runId, digest, trigger, ...stored, reason: reasonText(stored.reasons), previous };
    previous = stored.hash;
    return whole;
  });
  return { ...file, records };
};

const withoutHash = <T extends { readonly hash: string }>({ hash: _, ...content }: T) => content;

/** A member of a record as text. The record may have been changed, so that the member is any JSON value. */
const memberText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const firstBadRecord = ({ previous, records }: AuditFile, hash: Hash): string | undefined => {
  let expected = previous;
  for (const [place, record] of records.entries()) {
    const [kind, project, target] = [record.kind, record.project, record.service || record.endpointName].map(
      memberText,
    );
    const name = `record ${place + 1} (${kind} ${project}/${target})`;
    if (record.previous !== expected) return `${name} does not follow the record before it`;
    if (record.hash !== hashOf(withoutHash(record), hash)) return `${name} was changed after it was sealed`;
    expected = record.hash;
  }
  return undefined;
};

/**
 * Checks that a file is exactly the one sealed after `end`.
 * @returns the problem, with the record if a record is affected; undefined without a problem
 */
export const auditProblem = (end: AuditLink, file: AuditFile, text: string, hash: Hash): string | undefined => {
  if (file.sequence !== end.sequence + 1)
    return `its sequence number is ${file.sequence}, expected ${end.sequence + 1}`;
  if (file.previous !== end.hash) return 'it does not follow the file before it';
  const problem = firstBadRecord(file, hash);
  if (problem !== undefined) return problem;
  if (file.hash !== hashOf(withoutHash(file), hash)) return 'its header was changed after it was sealed';
  return text === auditText(file) ? undefined : 'its text differs from the canonical form';
};
