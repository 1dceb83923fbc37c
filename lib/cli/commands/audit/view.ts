import type { AuditRecord, AuditStatus } from '../../../core/audit/audit.ts';
import { auditedText } from '../../../core/audit/audited-text.ts';
import { callerText, holderText } from '../../../core/audit/holder-text.ts';
import { approverOf, requesterOf } from '../../../core/audit/requester-text.ts';
import { compositeKey, groupBy } from '../../../core/model/grouping.ts';
import { counted } from '../../../core/model/visible-text.ts';
import type { Cell, Console } from '../../shell/console.ts';
import { shortDigest, timeText } from '../../shell/short-text.ts';
import { markedCell } from '../../views/change-table.ts';
import { placesText } from '../../views/places.ts';

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

const statusCell = (status: AuditStatus) => ({ text: status, style: styles[status] });

const stateChange = ({ before, after }: AuditRecord): string => `${auditedText(before)} → ${auditedText(after)}`;

/** Columns of a table with a row for each write: the head of each, and its cell. */
const columns: Readonly<Record<string, (record: AuditRecord) => Cell>> = {
  time: ({ at }) => at,
  run: ({ runId }) => runId,
  change: ({ kind }) => kind,
  project: ({ project }) => project,
  service: ({ service, endpointName }) => service || endpointName,
  'before → after': stateChange,
  status: ({ status }) => statusCell(status),
  requester: requesterOf,
  'request id': ({ requestId }) => requestId ?? '-',
  rule: ({ rule }) => rule,
  'approved by': ({ approval }) => approval?.by ?? '',
  reason: ({ reason }) => reason,
};

/** For programs the states before and after are columns of their own. */
const columnsFor = ({ isData }: Pick<Console, 'isData'>) =>
  Object.entries(columns).flatMap(([name, cell]) => {
    if (!isData || cell !== stateChange) return [{ name, cell }];
    const states = ['before', 'after'] as const;
    return states.map((state) => ({
      name: state as string,
      cell: (record: AuditRecord): Cell => auditedText(record[state]),
    }));
  });

export const auditHead = (console: Pick<Console, 'isData'>): readonly string[] =>
  columnsFor(console).map(({ name }) => name);

const showDetails = (console: Console, records: readonly AuditRecord[]) => {
  const shown = columnsFor(console);
  console.records(
    auditHead(console),
    records.map((record) => shown.map(({ cell }) => cell(record))),
  );
};

const mark = (kind: AuditRecord['kind']): '+' | '~' | '-' => {
  if (kind.startsWith('create-')) return '+';
  return kind.startsWith('delete-') ? '-' : '~';
};

/** The reason of writes that have the same one; each may name figures of its own. */
const sharedReason = (group: readonly AuditRecord[]): string => {
  const reasons = new Set(group.map(({ reason }) => reason));
  return reasons.size > 1 ? `${reasons.size} reasons; see --details` : (group[0]?.reason ?? '');
};

/** Identical writes of one run in one row. */
const groupRow = (group: readonly AuditRecord[]): Cell[] => {
  const [first] = group;
  if (first === undefined) return [];
  const places = group.map(({ project, service, endpointName }) => ({ project, service: service || endpointName }));
  return [
    markedCell(mark(first.kind), first.kind),
    placesText(places),
    stateChange(first),
    statusCell(first.status),
    first.rule,
    sharedReason(group),
  ];
};

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

const groupHead = ['change', 'services', 'before → after', 'status', 'rule', 'reason'];

/** One table for each run, below its requester, time and approvals. */
const showRuns = (console: Console, records: readonly AuditRecord[], nowMs: number) => {
  for (const [runId, ofRun] of groupBy(records, (record) => record.runId)) {
    const [first] = ofRun;
    if (first === undefined) continue;
    console.line({ text: `${runId}: ${holderText(requesterOf(first))}`, style: 'bold' });
    console.line(timeText(first.at, nowMs));
    for (const text of approvalLines(ofRun)) console.line(text);
    const groups = groupBy(ofRun, (it) => compositeKey(it.kind, stateChange(it), it.status, it.rule));
    console.table(groupHead, [...groups.values()].map(groupRow));
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
  if (console.groups) showRuns(console, records, nowMs);
  else showDetails(console, records);
  showErrors(console, records);
  const count = counted(records.length, 'write');
  console.line(isCut ? `${count}, the newest; older ones may exist` : count);
  if (console.groups && records.length > 0) console.line({ text: '--details shows each write.', style: 'dim' });
};
