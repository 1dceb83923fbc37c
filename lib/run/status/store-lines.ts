import type { StoreOwner } from '../../core/audit/store-owner.ts';
import { grantsOn } from '../../core/grants/grants.ts';
import { isoInstant } from '../../core/model/durations.ts';
import { type Morning, runsOfDay } from '../../core/notices/morning.ts';
import { policyDefaults } from '../../core/policy/policy-defaults.ts';
import { judgeApprovals } from '../../core/status/approvals.ts';
import { judgeAudit } from '../../core/status/audit.ts';
import { judgeDisks } from '../../core/status/disks.ts';
import { judgeOutbox } from '../../core/status/notices.ts';
import { judgeReadings, type ReadingFacts } from '../../core/status/readings.ts';
import { judgeLastRun, judgeLease, judgeMode } from '../../core/status/run.ts';
import { type Learnt, lineOf, namesInLine, ok, problem, type StatusLine } from '../../core/status/status.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { openApprovals } from '../approval/approvals.ts';
import { lastEndNamed, readHead } from '../audit/chain.ts';
import { readGrants } from '../policy/grants.ts';
import { readContent } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole } from '../store/objects.ts';
import type { Lease, ReportObject } from '../store/run-objects.ts';
import { listRuns } from '../store/run-summaries.ts';
import type { PolicyInForce } from '../store/schemas/memory.ts';
import type { Outbox } from '../store/schemas/notices.ts';
import { diskFacts, wholeReport } from './disk-facts.ts';
import { readMorning } from './morning.ts';
import { noticeLines } from './notice-facts.ts';
import { lastReport, learn, readLease, readMode, readReadings, readStoredPolicy } from './store-facts.ts';

/** Whether the audit lost files at its end; no line if it did not. */
const auditLines = async (store: Store): Promise<StatusLine[]> => {
  // Records of runs first: the audit may grow meanwhile.
  const ends = await learn(async () => ({ named: await lastEndNamed(store), head: (await readHead(store)).end }));
  if ('error' in ends) return [problem('audit', ends.error, 'check --store')];
  return judgeAudit(ends.value.head, ends.value.named);
};

/** Events that the bus has yet to take; no line if it took all. */
const outboxLines = async (store: Store, nowMs: number): Promise<StatusLine[]> => {
  const { body } = (await store.get(keys.reported)) ?? {};
  if (body === undefined) return [];
  const outbox = await learn(async () => readContent<Outbox | undefined>(keys.outbox, body));
  if ('error' in outbox) return [problem('events', outbox.error, 'headroom runbook events-not-published')];
  return outbox.value === undefined ? [] : judgeOutbox(outbox.value, nowMs);
};

/** Grants in force; none without one. */
const grantLines = async (store: Store, nowMs: number): Promise<StatusLine[]> => {
  const inForce = grantsOn(await readGrants(store), isoInstant(nowMs).slice(0, 10));
  const texts = inForce.map(
    ({ project, service, maxGb, through }) => `${project}/${service} ${maxGb} GB through ${through}`,
  );
  return texts.length === 0 ? [] : [ok('grants', `${texts.length} in force: ${namesInLine(texts)}`)];
};

/** Lines about approvals; none without them. */
const approvalLines = async (store: Store, nowMs: number): Promise<StatusLine[]> => {
  const { guardrails } = (await readStoredPolicy(store)) ?? policyDefaults;
  const open = await learn(() => openApprovals({ store, clock: { now: () => nowMs } }, guardrails, null));
  if ('error' in open) return [problem('approvals', open.error, 'headroom runbook a-damaged-store')];
  return judgeApprovals(open.value, nowMs);
};

/** Whether the policy in the store is invalid, so that scheduled runs go on with an earlier one; no line if it is valid. */
export const policyLines = async (store: Store): Promise<StatusLine[]> => {
  const stored = await store.get(keys.policy);
  const inForce = await readIfWhole<PolicyInForce>(store, keys.policyInForce);
  if (stored === undefined || inForce === undefined) return [];
  const read = await learn(async () => parsePolicyOfAnyProfile(stored.body, keys.policy));
  if (!('error' in read)) return [];
  const [first] = read.error.split('\n');
  const says = `${keys.policy} is invalid (${first}); scheduled runs go on with the one of ${inForce.since}`;
  return [problem('policy', says, 'headroom validate FILE, then headroom policy put FILE')];
};

/** Lines about what is not always there. A store that cannot be read has its lines already. */
const someLines = async (store: Store, nowMs: number): Promise<StatusLine[]> => {
  const readers = [policyLines, auditLines, approvalLines, grantLines, noticeLines, outboxLines];
  const lines = await Promise.all(readers.map((linesOf) => linesOf(store, nowMs).catch((): StatusLine[] => [])));
  return lines.flat();
};

/** What the lines of a store depend on besides it. */
interface StatusOf {
  /** The organization, and the deployment, that the status is of. */
  readonly own: StoreOwner;
  readonly isDeployed: boolean;
  readonly expected: Parameters<typeof judgeLastRun>[1];
  /** Minutes between two passes; null when unknown. */
  readonly everyMinutes: number | null;
  /** No schedule starts passes, so readings grow old on purpose. */
  readonly isPaused: boolean;
  /** Whether the holder of a lease is known to have ended. */
  readonly isAbandoned: (lease: Lease) => boolean;
  /** Remedy where the store cannot be read. */
  readonly mayRead: string;
}

/** What `headroom status` finds. */
export interface Status {
  readonly lines: readonly StatusLine[];
  /** Whose the store is; null before the first run. */
  readonly owner: StoreOwner | null;
  /** What the day begins with; null before the first run, and where the store cannot be read. */
  readonly morning: Morning | null;
}

/** What it finds in a store, with the report of the last run. */
interface StoreStatus extends Status {
  readonly report: Learnt<ReportObject | null>;
}

const morningIn = async (store: Store, latest: ReportObject | null, nowMs: number): Promise<Morning | null> =>
  latest === null
    ? null
    : readMorning(store, await wholeReport(store, latest), (await listRuns(store, runsOfDay)).runs, nowMs);

/** The lines of a status that depend on the store, which a machine and a deployment have in common. */
export const storeStatus = async (store: Store, nowMs: number, of: StatusOf): Promise<StoreStatus> => {
  const { expected, mayRead } = of;
  const [report, lease, mode, readings] = await Promise.all([
    learn(() => lastReport(store)),
    learn(() => readLease(store, nowMs, of.isAbandoned)),
    learn(() => readMode(store)),
    learn(() => readReadings(store, nowMs)),
  ]);
  const disks = 'error' in report ? report : await learn(() => diskFacts(store, report.value, nowMs));
  const morning = await learn(() => morningIn(store, 'error' in report ? null : report.value, nowMs));
  // A store that cannot be used has neither; otherwise the policy in it is wrong.
  const modeRemedy = 'error' in readings ? mayRead : 'check the policy with headroom validate';
  const promised = (facts: ReadingFacts | null) =>
    facts && of.isPaused ? { ...facts, promisedMinutes: null, newServiceMinutes: null } : facts;
  const lines = [
    lineOf('mode', mode, (value) => judgeMode(value, of.isDeployed), modeRemedy),
    lineOf('last run', report, (value) => judgeLastRun(value, expected, nowMs), mayRead),
    lineOf('disks', disks, (value) => judgeDisks(value, expected.longestMsAgo), mayRead),
    lineOf('lease', lease, (value) => judgeLease(value, of.own), mayRead),
    lineOf('readings', readings, (value) => judgeReadings(promised(value), of.everyMinutes), mayRead),
    ...(await someLines(store, nowMs)),
  ];
  return {
    lines,
    owner: ('error' in lease ? null : lease.value?.owner) ?? null,
    report,
    morning: 'error' in morning ? null : morning.value,
  };
};
