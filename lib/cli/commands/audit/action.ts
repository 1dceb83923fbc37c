import type { AuditLink, AuditRecord } from '../../../core/audit/audit.ts';
import { isCalendarDate } from '../../../core/model/durations.ts';
import { counted } from '../../../core/model/visible-text.ts';
import type { Store } from '../../../ports.ts';
import { unsealedRuns } from '../../../run/audit/log.ts';
import { auditedRuns, verifyAudit } from '../../../run/audit/reading.ts';
import { parseLease } from '../../../run/inventory/lease-holder.ts';
import { tagsInStore } from '../../../run/inventory/service-tags.ts';
import { keys } from '../../../run/store/keys.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { compileFilter, type FilteredService, isFiltered, servicesInStore } from '../../from-store/service-filter.ts';
import { openCommandStore } from '../../session/open-store.ts';
import { headFor } from '../../shell/columns.ts';
import type { CommandLine } from '../../shell/command-line.ts';
import { type Console, consoleOf } from '../../shell/console.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { AuditFlags } from './options.ts';
import { type AuditMatches, auditColumns, showAudit } from './view.ts';

/** Value of `--since` as ISO 8601 in UTC; empty for no bound. @throws UsageError if it is neither a day nor a time */
const sinceTime = (since: string | undefined): string => {
  if (since === undefined) return '';
  const isTime = /^\d{4}-\d{2}-\d{2}T/.test(since) && !Number.isNaN(Date.parse(since));
  if (!isTime && !isCalendarDate(since)) {
    throw new UsageError(`--since ${since}: must be a day (2030-01-31) or a time (2030-01-31T08:00:00Z)`);
  }
  return new Date(since).toISOString();
};

/** The end of the audit that `--head` names, as a copy outside of the store has it. @throws UsageError */
const auditHeadIn = (text: string | undefined): AuditLink | undefined => {
  if (text === undefined) return undefined;
  const [, sequence, hash] = /^(\d{1,10}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined)
    throw new UsageError(
      '--head: must be SEQUENCE:HASH, as headroom audit --verify and the event RunCompleted name it',
    );
  return { sequence: Number(sequence), hash };
};

/** `headroom audit`: every write to the platform, with its requester, cause and result (design §12.10). */

/** Services with the rules of their writes. */
const servicesOf = (records: readonly AuditRecord[]): FilteredService[] =>
  records.map(({ project, service, endpointName, rule }) => ({ project, service: service || endpointName, rule }));

/** Reads the audit backwards from its end, as far as necessary. */
const findRecords = async (store: Store, flags: AuditFlags): Promise<AuditMatches> => {
  const { last, limit = Number.POSITIVE_INFINITY } = flags;
  const from = sinceTime(flags.since);
  const filter = compileFilter(flags);
  const seen: FilteredService[] = [];
  const records: AuditRecord[] = [];
  for await (const run of auditedRuns(store)) {
    const services = servicesOf(run);
    const tagsOf = flags.tag === undefined ? () => undefined : await tagsInStore(store, services);
    const isMatch = (record: AuditRecord, at: number) =>
      (flags.run === undefined || record.runId === flags.run) &&
      filter.accepts(services[at] ?? record, tagsOf) &&
      record.at >= from;
    records.push(...run.filter(isMatch));
    seen.push(...services);
    if (records.length >= limit) return { records: records.slice(0, limit), isCut: true };
    if (last) break;
  }
  if (records.length === 0 && isFiltered(flags)) {
    const services = [...seen, ...(await servicesInStore(store))];
    filter.assertKnown(services, await tagsInStore(store, services));
  }
  return { records, isCut: false };
};

/** Runs whose writes are not in the audit yet. A run is sealed when it ends, or by the next run. */
const noteUnsealedRuns = async (console: Console, store: Store) => {
  const stored = await store.get(keys.lease);
  const lease = stored && parseLease(stored.body);
  const unsealed = new Set(await unsealedRuns(store));
  if (lease !== undefined && !lease.released) unsealed.add(lease.runId);
  for (const runId of unsealed) {
    const name = runId === lease?.runId ? `${runId} (${lease.holder})` : runId;
    console.note(
      `run ${name} is in progress or was interrupted: its writes appear when it ends, ` +
        'or with the next run that takes the lease',
    );
  }
};

/** Why nothing is listed. */
const whyNone = async (store: Store): Promise<string> => {
  for await (const run of auditedRuns(store)) if (run.length > 0) return 'no write matches the flags';
  return 'no writes yet: headroom apply records each of its writes here';
};

const list = async (console: Console, store: Store, flags: AuditFlags) => {
  console.expectRecords(headFor(auditColumns, console.reader), true);
  if (flags.last && flags.run !== undefined) throw new UsageError('use --last or --run, not both');
  const matches = await findRecords(store, flags);
  const { rows: records } = console.listed(auditColumns, matches.records);
  // The reading ends at the limit, so the number of older ones is unknown.
  const document = { records, leftOut: matches.isCut ? null : 0 };
  console.answer(document, () => showAudit(console, matches, systemClock.now()));
  if (matches.records.length === 0) console.note(await whyNone(store));
  await noteUnsealedRuns(console, store);
};

const verify = async (console: Console, store: Store, flags: AuditFlags) => {
  const earlier = auditHeadIn(flags.head);
  const { files, records, end, headBehind } = await verifyAudit(store, earlier);
  if (files === 0) console.note('there was nothing to verify: if a run has written, check --store and --organization');
  if (flags.json) return console.json({ files, records, end, headBehind });
  console.line(
    `verified: ${counted(records, 'record')} of ${counted(files, 'run')} ${records === 1 ? 'is' : 'are'} unchanged`,
  );
  // A copy elsewhere reveals that the last files and their pointer were removed together.
  console.line(`end of the chain: file ${end.sequence}, hash ${end.hash}`);
  if (earlier !== undefined) console.line(`file ${earlier.sequence} is the one that --head names`);
  if (headBehind)
    console.note('a run was interrupted while its records were sealed: the next run moves the head to the last file');
};

/** Lists the writes, or verifies that their records are unchanged. */
export const run = async (line: CommandLine, flags: AuditFlags): Promise<void> => {
  // The limit stops the reading; `isCut` says so.
  const details = flags.details ?? (flags.sort === undefined ? undefined : true);
  const console = consoleOf(line, { ...flags, details, limit: undefined });
  if (flags.head !== undefined && !flags.verify) throw new UsageError('--head: use it with --verify');
  await (flags.verify ? verify : list)(console, await openCommandStore(line.environment, flags), flags);
};
