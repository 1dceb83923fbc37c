import type { AuditedState, AuditRecord, AuditStatus } from '../../core/audit/audit.ts';
import { endpointText } from '../../core/change/maximum-text.ts';
import { isCalendarDate } from '../../core/model/calendar-date.ts';
import { optionValueText } from '../../core/model/search-configuration.ts';
import { compilePatterns } from '../../core/policy/glob.ts';
import type { Store } from '../../ports.ts';
import { isSealed, unsealedRuns } from '../../run/audit/log.ts';
import { auditedRuns, verifyAudit } from '../../run/audit/reading.ts';
import { parseLease } from '../../run/inventory/lease-holder.ts';
import { keys } from '../../run/store/keys.ts';
import { openCommandStore, type StoreFlags } from '../session/open-store.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { type Console, consoleOf } from '../shell/console.ts';
import { UsageError } from '../shell/usage-error.ts';

/** `headroom audit`: every write to the platform, with its requester, cause and result (design §12.10). */

export interface AuditFlags extends StoreFlags {
  readonly run?: string;
  readonly project?: string;
  readonly service?: string;
  readonly since?: string;
  readonly last?: boolean;
  readonly limit?: number;
  readonly verify?: boolean;
  readonly json?: boolean;
}

/** Earliest time of a record, ISO 8601 in UTC; empty for no bound. */
const earliest = (since: string | undefined): string => {
  if (since === undefined) return '';
  const isTime = /^\d{4}-\d{2}-\d{2}T/.test(since) && !Number.isNaN(Date.parse(since));
  if (!isTime && !isCalendarDate(since)) {
    throw new UsageError(`--since ${since}: must be a day (2030-01-31) or a time (2030-01-31T08:00:00Z)`);
  }
  return new Date(since).toISOString();
};

const matching = ({ run, project, service, since }: AuditFlags): ((record: AuditRecord) => boolean) => {
  const from = earliest(since);
  const isNamed = (glob: string | undefined) => (glob === undefined ? () => true : compilePatterns([glob]));
  const [inProject, ofService] = [isNamed(project), isNamed(service)];
  return (record) =>
    (run === undefined || record.runId === run) &&
    inProject(record.project) &&
    ofService(record.service) &&
    record.at >= from;
};

/** Matching records, newest first. */
interface Matches {
  readonly records: readonly AuditRecord[];
  /** Whether older matches may exist. */
  readonly isCut: boolean;
}

/** Reads the audit backwards from its end, as far as necessary. */
const findRecords = async (store: Store, flags: AuditFlags): Promise<Matches> => {
  const { last, limit = Number.POSITIVE_INFINITY } = flags;
  const isMatch = matching(flags);
  const records: AuditRecord[] = [];
  for await (const run of auditedRuns(store)) {
    records.push(...run.filter(isMatch));
    if (records.length >= limit) return { records: records.slice(0, limit), isCut: true };
    if (last) break;
  }
  return { records, isCut: false };
};

const stateText = (state: AuditedState): string => {
  switch (state?.kind) {
    case undefined:
      return 'none';
    case 'endpoint':
      return endpointText(state);
    case 'integration':
      return 'integrated';
    case 'search-configuration':
      return Object.entries(state.options)
        .map(([path, value]) => `${path}: ${optionValueText(value)}`)
        .join(', ');
  }
};

const styles = { confirmed: 'green', unconfirmed: 'yellow', unknown: 'yellow', failed: 'red' } as const;

const statusCell = (status: AuditStatus) => ({ text: status, style: styles[status] });

/** Who asked for the run, and who approved the write. */
const requesterOf = (trigger: AuditRecord['trigger'], approval: AuditRecord['approval']): string => {
  const requester = trigger.by || trigger.kind;
  return approval === undefined || approval.by === '' || approval.by === requester
    ? requester
    : `${requester}, approved by ${approval.by}`;
};

const showRecords = (console: Console, { records, isCut }: Matches) => {
  console.table(
    ['time', 'run', 'change', 'project', 'service', 'before → after', 'status', 'requester', 'request id'],
    records.map(
      ({ at, runId, kind, project, service, endpointName, before, after, status, trigger, approval, requestId }) => [
        at,
        runId,
        kind,
        project,
        service || endpointName,
        `${stateText(before)} → ${stateText(after)}`,
        statusCell(status),
        requesterOf(trigger, approval),
        requestId ?? '-',
      ],
    ),
  );
  for (const { runId, kind, project, service, endpointName, error } of records) {
    if (error !== null) console.line(`${runId} ${kind} ${project}/${service || endpointName}: ${error}`);
  }
  const count = `${records.length} ${records.length === 1 ? 'write' : 'writes'}`;
  console.line(isCut ? `${count}, the newest; older ones may exist` : count);
};

/** Runs whose writes are not in the audit yet. A run is sealed when it ends, or by the next run. */
const noteUnsealedRuns = async (console: Console, store: Store) => {
  const stored = await store.get(keys.lease);
  const lease = stored && parseLease(stored.body);
  const unsealed = new Set(await unsealedRuns(store));
  if (lease !== undefined && !lease.released && !(await isSealed(store, lease.runId))) unsealed.add(lease.runId);
  for (const runId of unsealed) {
    const name = runId === lease?.runId ? `${runId} (${lease.holder})` : runId;
    console.note(
      `run ${name} is in progress or was interrupted: its writes appear when it ends, ` +
        'or with the next run that takes the lease',
    );
  }
};

const list = async (console: Console, store: Store, flags: AuditFlags) => {
  if (flags.last && flags.run !== undefined) throw new UsageError('use --last or --run, not both');
  const matches = await findRecords(store, flags);
  if (flags.json) console.json({ records: matches.records });
  else showRecords(console, matches);
  await noteUnsealedRuns(console, store);
};

const verify = async (console: Console, store: Store, flags: AuditFlags) => {
  const { files, records, end, headBehind } = await verifyAudit(store);
  if (flags.json) return console.json({ files, records, end, headBehind });
  console.line(`verified: ${records} records of ${files} runs are unchanged`);
  // A copy elsewhere reveals that the last files and their pointer were removed together.
  console.line(`end of the chain: file ${end.sequence}, hash ${end.hash}`);
  if (headBehind)
    console.note('a run was interrupted while its records were sealed: the next run moves the head to the last file');
};

/** Lists the writes, or verifies that their records are unchanged. */
export const run = async (line: CommandLine, flags: AuditFlags): Promise<void> => {
  const console = consoleOf(line, flags.json);
  await (flags.verify ? verify : list)(console, await openCommandStore(line.environment, flags), flags);
};
