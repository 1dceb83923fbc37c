import type { AuditRecord, AuditStatus } from '../../core/audit/audit.ts';
import { auditedText } from '../../core/audit/audited-text.ts';
import { requesterText, wholeRequesterText } from '../../core/audit/requester-text.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import { counted } from '../../core/model/visible-text.ts';
import type { Cell, Console } from '../shell/console.ts';
import { timeText } from '../shell/short-text.ts';
import { markedCell } from './change-table.ts';
import { placesText } from './places.ts';

/** Matching records, newest first. */
export interface AuditMatches {
  readonly records: readonly AuditRecord[];
  /** Whether older matches may exist. */
  readonly isCut: boolean;
}

const styles = { confirmed: 'green', unconfirmed: 'yellow', unknown: 'yellow', failed: 'red' } as const;

const statusCell = (status: AuditStatus) => ({ text: status, style: styles[status] });

const stateChange = ({ before, after }: AuditRecord): string => `${auditedText(before)} → ${auditedText(after)}`;

/** Columns of a table with a row for each write. */
export const auditHead = [
  'time',
  'run',
  'change',
  'project',
  'service',
  'before → after',
  'status',
  'requester',
  'request id',
];

const showDetails = (console: Console, records: readonly AuditRecord[]) => {
  console.records(
    auditHead,
    records.map((record) => [
      record.at,
      record.runId,
      record.kind,
      record.project,
      record.service || record.endpointName,
      stateChange(record),
      statusCell(record.status),
      wholeRequesterText(record),
      record.requestId ?? '-',
    ]),
  );
};

const mark = (kind: AuditRecord['kind']): '+' | '~' | '-' => {
  if (kind.startsWith('create-')) return '+';
  return kind.startsWith('delete-') ? '-' : '~';
};

/** Identical writes of one run in one row. */
const groupRow = (group: readonly AuditRecord[]): Cell[] => {
  const [first] = group;
  if (first === undefined) return [];
  const places = group.map(({ project, service, endpointName }) => ({ project, service: service || endpointName }));
  return [markedCell(mark(first.kind), first.kind), placesText(places), stateChange(first), statusCell(first.status)];
};

/** One table for each run, below its requester and time. */
const showRuns = (console: Console, records: readonly AuditRecord[], nowMs: number) => {
  for (const [runId, ofRun] of groupBy(records, (record) => record.runId)) {
    const [first] = ofRun;
    if (first === undefined) continue;
    console.line({ text: `${runId}: ${requesterText(first)}`, style: 'bold' });
    console.line(timeText(first.at, nowMs));
    const groups = groupBy(ofRun, (record) => compositeKey(record.kind, stateChange(record), record.status));
    console.table(['change', 'services', 'before → after', 'status'], [...groups.values()].map(groupRow));
    console.line();
  }
};

const showErrors = (console: Console, records: readonly AuditRecord[]) => {
  for (const { runId, kind, project, service, endpointName, error } of records) {
    if (error !== null) console.line(`${runId} ${kind} ${project}/${service || endpointName}: ${error}`);
  }
};

/** Shows writes, each as one row, or those of each run together. */
export const showAudit = (console: Console, { records, isCut }: AuditMatches, nowMs: number): void => {
  if (console.groups) showRuns(console, records, nowMs);
  else showDetails(console, records);
  showErrors(console, records);
  const count = counted(records.length, 'write');
  console.line(isCut ? `${count}, the newest; older ones may exist` : count);
  if (console.groups && records.length > 0) console.line({ text: '--details shows each write.', style: 'dim' });
};
