import type { AuditLink } from '../audit/audit.ts';
import { hourMs, inWords, isoInstant } from '../model/durations.ts';
import { counted } from '../model/visible-text.ts';
import { attention, ok, problem, type StatusLine } from './status.ts';

/** What the store knows of its backups, which are elsewhere. */
export interface BackupFacts {
  /** When backups were first expected. */
  readonly since: string;
  /** The last backup that was restored and compared; null: none yet. */
  readonly proven: {
    readonly at: string;
    readonly name: string;
    readonly objects: number;
    /** Objects that were damaged in the store, and so in the backup. */
    readonly damaged: number;
  } | null;
  /** Why the last backup proved nothing; null if it did. */
  readonly problem: string | null;
}

/** Backups are made once a day: one may fail and be made by the next. */
const patienceHours = 50;

const provenMsAgo = ({ since, proven }: BackupFacts, nowMs: number): number => nowMs - Date.parse(proven?.at ?? since);

const isOverdue = (facts: BackupFacts, nowMs: number): boolean => provenMsAgo(facts, nowMs) > patienceHours * hourMs;

/** Whether the last backup proved nothing, or none was proven for longer than one of them may fail. */
export const isBackupMissed = (facts: BackupFacts, nowMs: number): boolean =>
  facts.problem !== null || isOverdue(facts, nowMs);

/** Seconds since the last proven backup; undefined while there is none. */
export const backupAgeSeconds = (facts: BackupFacts | null, nowMs: number): number | undefined =>
  facts?.proven ? (nowMs - Date.parse(facts.proven.at)) / 1000 : undefined;

/** The state of the backups; null: nothing in the store expects one. */
export const judgeBackup = (facts: BackupFacts | null, nowMs: number): StatusLine => {
  const remedy = 'headroom runbook backup-failed';
  if (facts === null)
    return attention('backup', 'no schedule has made one', 'set "backup" and "enabled", or run headroom store export');
  const { proven } = facts;
  const last =
    proven === null
      ? 'none was proven yet'
      : `${counted(proven.objects, 'object')} restored and compared ${inWords(provenMsAgo(facts, nowMs))} ago`;
  if (facts.problem !== null) return problem('backup', `the last one failed: ${facts.problem}; ${last}`, remedy);
  if (isOverdue(facts, nowMs)) return problem('backup', `overdue; ${last}`, remedy);
  if (proven === null) return attention('backup', 'none yet; the first one comes within a day', remedy);
  if (proven.damaged > 0)
    return attention('backup', `${last}; damaged in the store: ${proven.damaged}`, 'headroom store verify');
  return ok('backup', last);
};

/** Name of a backup: its time, and the end of the audit then, so that a listing shows what each must contain. */
export const backupName = (atMs: number, end: AuditLink | undefined): string =>
  `${isoInstant(atMs).replaceAll(/[:.]/g, '-')}${end === undefined ? '' : `.${end.sequence}.${end.hash}`}.jsonl`;

/** The end of the audit that a backup's name records; undefined for other names. */
export const auditEndIn = (name: string): AuditLink | undefined => {
  const [, sequence, hash] = /\.(\d+)\.([0-9a-f]{64})\.jsonl$/.exec(name) ?? [];
  return hash === undefined ? undefined : { sequence: Number(sequence), hash };
};
