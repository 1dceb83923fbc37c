import { type AuditRecord, auditedText } from '../../../core/audit/audit.ts';
import { approverOf, callerText, holderText, requesterOf } from '../../../core/audit/holder-text.ts';
import { compositeKey, groupBy } from '../../../core/model/grouping.ts';
import { counted } from '../../../core/model/visible-text.ts';
import { type Column, notTerminal, showRows } from '../../shell/columns.ts';
import type { Console } from '../../shell/console.ts';
import { shortDigest, timeText } from '../../shell/short-text.ts';
import { markedCell } from '../../views/change-table.ts';
import { servicesText } from '../../views/service-names.ts';

/** Matching records, newest first. */
export interface AuditMatches {
  readonly records: readonly AuditRecord[];
  /** Whether older matches may exist. */
  readonly isCut: boolean;
}

const styles = {
  confirmed: 'green',
  unconfirmed: 'yellow',
  unknown: 'yellow',
  damaged: 'red',
  failed: 'red',
} as const;

const stateChange = ({ before, after }: AuditRecord): string => `${auditedText(before)} → ${auditedText(after)}`;

const mark = (kind: AuditRecord['kind']): '+' | '~' | '-' => {
  if (kind.startsWith('create-')) return '+';
  return kind.startsWith('delete-') ? '-' : '~';
};

/** The reason of writes that have the same one; each may name figures of its own. */
const sharedReason = (group: readonly AuditRecord[]): string => {
  const reasons = new Set(group.map(({ reason }) => reason));
  return reasons.size > 1 ? `${reasons.size} reasons; see --details` : (group[0]?.reason ?? '');
};

const serviceOf = ({ project, service, endpointName }: AuditRecord) => ({ project, service: service || endpointName });

/** Columns of a table of writes; at a terminal it has those of one run. */
export const auditColumns: readonly Column<AuditRecord>[] = [
  { name: 'time', cell: ({ at }) => at, readers: notTerminal },
  { name: 'run', cell: ({ runId }) => runId, readers: notTerminal },
  { name: 'change', cell: ({ kind }, reader) => (reader === 'terminal' ? markedCell(mark(kind), kind) : kind) },
  { name: 'services', cell: (_, __, alike) => servicesText(alike.map(serviceOf)), readers: ['terminal'] },
  { name: 'project', cell: ({ project }) => project, readers: notTerminal },
  { name: 'service', cell: (record) => serviceOf(record).service, readers: notTerminal },
  { name: 'before → after', cell: stateChange, readers: ['details', 'terminal'] },
  { name: 'before', cell: ({ before }) => auditedText(before), readers: ['program'] },
  { name: 'after', cell: ({ after }) => auditedText(after), readers: ['program'] },
  { name: 'status', cell: ({ status }) => ({ text: status, style: styles[status] }) },
  { name: 'requester', cell: requesterOf, readers: notTerminal },
  { name: 'request id', cell: ({ requestId }) => requestId ?? '-', readers: notTerminal },
  { name: 'rule', cell: ({ rule }) => rule },
  { name: 'approved by', cell: ({ approval }) => approval?.by ?? '', readers: notTerminal },
  { name: 'reason', cell: (_, __, alike) => sharedReason(alike) },
];

/** Identical writes of one run. */
const groupsOf = (records: readonly AuditRecord[]): AuditRecord[][] => [
  ...groupBy(records, (it) => compositeKey(it.kind, stateChange(it), it.status, it.rule)).values(),
];

const approvalText = (write: AuditRecord): string => {
  const { digest, by } = write.approval ?? { digest: '', by: '' };
  if (digest === '') return '';
  const approver = approverOf(write) ?? (by === '' ? 'an unknown person' : 'its requester');
  return `plan ${shortDigest(digest)} approved by ${callerText(approver)}`;
};

/** The approvals of the writes of a run, each with its share of them. */
const approvalLines = (records: readonly AuditRecord[]): string[] =>
  [...groupBy(records, approvalText)]
    .filter(([text]) => text !== '')
    .map(([text, { length }]) => (length === records.length ? text : `${length} of ${records.length} writes: ${text}`));

/** One table for each run, below its requester, time and approvals. */
const showRuns = (console: Console, records: readonly AuditRecord[], nowMs: number) => {
  for (const [runId, ofRun] of groupBy(records, (record) => record.runId)) {
    const [first] = ofRun;
    if (first === undefined) continue;
    console.line({ text: `${runId}: ${holderText(requesterOf(first))}`, style: 'bold' });
    console.line(timeText(first.at, nowMs));
    for (const text of approvalLines(ofRun)) console.line(text);
    showRows(console.records, console.reader, auditColumns, ofRun, groupsOf);
    console.line();
  }
};

const showErrors = (console: Console, records: readonly AuditRecord[]) => {
  for (const { runId, kind, project, service, endpointName, error } of records) {
    if (error !== null) console.line(`${runId} ${kind} ${project}/${service || endpointName}: ${error}`);
  }
};

/** Shows writes, each as one row, or all writes of a run together. */
export const showAudit = (console: Console, { records, isCut }: AuditMatches, nowMs: number): void => {
  const { reader } = console;
  if (reader === 'terminal') showRuns(console, records, nowMs);
  else showRows(console.records, reader, auditColumns, records);
  showErrors(console, records);
  const count = counted(records.length, 'write');
  console.line(isCut ? `${count}, the newest; older ones may exist` : count);
  if (reader === 'terminal' && records.length > 0) console.line({ text: '--details shows each write.', style: 'dim' });
};
