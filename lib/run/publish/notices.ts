import { PolicyInvalid } from '../../contract/errors.ts';
import { callerText, holderText } from '../../core/audit/holder-text.ts';
import { subjectKey } from '../../core/change/change.ts';
import type { Finding } from '../../core/model/decision.ts';
import { dayMs, inWords } from '../../core/model/durations.ts';
import { findings as facts } from '../../core/model/findings/findings.ts';
import type { ServiceName } from '../../core/model/grouping.ts';
import { amounts, counted } from '../../core/model/visible-text.ts';
import { emptyFindingLog, type FindingLog, type NotifyRoutes, recordFindings } from '../../core/notices/finding-log.ts';
import {
  anyLevelKey,
  findingKey,
  followFindings,
  isInScope,
  type LoggedFinding,
  type RunScope,
} from '../../core/notices/logged-findings.ts';
import { ownerMessages } from '../../core/notices/messages.ts';
import { runsOfDay } from '../../core/notices/morning.ts';
import { noticeOf } from '../../core/notices/plain-text.ts';
import type { Sender } from '../../core/notices/sender.ts';
import { netOf } from '../../core/plan/line.ts';
import { appliesPolicy } from '../../core/plan/plan-input.ts';
import type { RestPlan } from '../../core/plan/plan-result.ts';
import { ownerBy, type Tagged, unowned } from '../../core/policy/effective-tags.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { runPolicy } from '../policy/policy-in-force.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, readObject, writeObject } from '../store/objects.ts';
import type { InventoryRecord, ReportObject, RunObject } from '../store/run-objects.ts';
import { listRuns } from '../store/run-summaries.ts';
import { leaveMessages } from './deliveries.ts';
import { findingEvents } from './finding-events.ts';
import { leaveEvents } from './outbox.ts';
import { waitingPlan } from './run-events.ts';

/** A finished run; `run` is undefined if it failed before it stored its request. */
export interface EndedRun {
  readonly run: RunObject | undefined;
  readonly report: ReportObject;
  /** Findings of the report that its plan does not have. */
  readonly besides: readonly Finding[];
  /** Findings that people were notified of before this run. */
  readonly log: FindingLog;
  /** Projects that earlier runs could read. */
  readonly readBefore: readonly string[];
}

/** `17 services, +2,400 GB, +360.00 EUR a month` */
const sizeOf = ({ changes, summary }: RestPlan): string =>
  amounts(`${counted(new Set(changes.map(subjectKey)).size, 'service')}, ${netOf(summary)}`);

const failed = 'run-failed';
const waiting = 'plan-needs-approval';

/** Findings about the run itself, in addition to the findings of its plan. */
const runFindings = ({ run, report, log }: EndedRun): Finding[] => {
  const { runId, plan, outcome, error, cause } = report;
  const everywhere = { project: '', service: '' };
  if (outcome === 'failed') {
    const message = `Run ${runId} failed: ${error}: ${cause} Nothing is enforced until a run succeeds; see 'headroom runbook run-failed'.`;
    return [{ code: failed, ...everywhere, message }];
  }
  const proposed = waitingPlan(report);
  if (proposed === null) return [];
  const reasons = proposed.violations.map(({ message }) => message).join(' ');
  const full = (plan?.findings ?? []).filter(({ code }) => facts[code].event === 'DiskFillsUp').length;
  const by = run === undefined ? '' : ` (${callerText(holderText(run.trigger.by))})`;
  const disks = full === 0 ? '' : ` ${counted(full, 'disk')} ${full === 1 ? 'has' : 'have'} no room now.`;
  const { since = report.endedAt } =
    log.open.find(({ code, subject }) => code === waiting && subject === proposed.digest) ?? {};
  const waitedMs = Date.parse(report.endedAt) - Date.parse(since);
  const age = waitedMs < dayMs ? '' : ` It has waited for ${inWords(waitedMs)}.`;
  const message = `The plan of run ${runId}${by} needs approval: ${reasons}${disks}${age} Review it, then approve the digest ${proposed.digest}.`;
  const details = { size: sizeOf(proposed) };
  return [{ code: waiting, ...everywhere, subject: proposed.digest, message, details }];
};

const scopeOf = ({ run, report }: EndedRun): RunScope => {
  const unread = new Set(report.unread.map(({ project }) => project));
  const requested = run?.projects.map(({ name }) => name) ?? [];
  return {
    listed: run?.listed ?? [],
    unlisted: new Set(Object.keys(run?.unlisted ?? {})),
    read: new Set(requested.filter((name) => !unread.has(name))),
    // An undo checks only the changes of one run, an adoption only its targets.
    planned: report.plan !== null && appliesPolicy(run ?? {}),
  };
};

/** Budgets with services of unknown cost: a missing finding does not mean that it is over. */
const incompleteBudgets = ({ report }: EndedRun): ReadonlySet<string | undefined> => {
  const findings = report.plan?.findings ?? [];
  return new Set(findings.filter(({ code }) => code === 'budget-incomplete').map(({ subject }) => subject));
};

/**
 * Whether an open finding that this run does not report is over. A pending plan ends with its approval, or when a run over all
 * projects makes another plan, even if some projects are unread, because the digest differs.
 */
const endsIn = (ended: EndedRun): ((finding: LoggedFinding) => boolean) => {
  const { run, report } = ended;
  const seen = isInScope(scopeOf(ended));
  const listed = run?.listed ?? [];
  const { planned } = scopeOf(ended);
  const doubtful = incompleteBudgets(ended);
  const isWhole = planned && listed.length > 0 && run?.projects.length === listed.length;
  return (finding) => {
    // A refused run is neither a failure nor proof that runs succeed again.
    if (finding.code === failed) return report.outcome !== 'failed' && report.outcome !== 'refused';
    if (finding.code.startsWith('budget-') && doubtful.has(finding.subject)) return false;
    if (finding.code !== waiting) return seen(finding);
    return isWhole || (report.plan !== null && run?.approvedDigest === finding.subject);
  };
};

/** Owners in the projects with new findings, by their tags; findings without readable tags have no owner. */
export const ownersIn = async (store: Store, { run, report }: EndedRun, projects: ReadonlySet<string>) => {
  if (run === undefined) return () => unowned;
  const concerned = run.projects.filter(({ name }) => projects.has(name));
  const tagged = await inBatches(concerned, async ({ name, tags }): Promise<Tagged> => {
    const record = await readIfWhole<InventoryRecord>(store, keys.reading(name));
    return { project: name, tags, services: record?.services ?? [] };
  });
  return ownerBy(tagged, report.plan?.decisions ?? [], run.ownerTag);
};

/**
 * Where the notices of a run go: as its policy says, or without one as the policy of the last run did, so that people hear of a
 * policy that cannot be read.
 */
const routesOf = ({ run, report, log }: EndedRun): NotifyRoutes | undefined => {
  if (run === undefined || report.plan === null) return log.routes;
  try {
    const { notify = [], links = {} } = runPolicy(run);
    return notify.length === 0 ? undefined : { notify, links };
  } catch (error) {
    // A run that another version planned: its report must not fail.
    if (error instanceof PolicyInvalid) return log.routes;
    throw error;
  }
};

/** Findings that people were notified of. */
export const readFindingLog = async (store: Store): Promise<FindingLog> =>
  (await readObject<FindingLog>(store, keys.findingLog)) ?? emptyFindingLog;

/**
 * The open findings that the policy accepts. Accepting a finding does not open it, but it does not end it either: it is not over,
 * whatever its level is now.
 */
const acceptedIn = ({ report, log }: EndedRun) => {
  const open = new Map(log.open.map((finding) => [findingKey(finding), finding]));
  const atAnyLevel = new Map(log.open.map((finding) => [anyLevelKey(finding), finding]));
  return (report.plan?.accepted ?? []).flatMap((finding) => {
    const logged = open.get(findingKey(finding)) ?? atAnyLevel.get(anyLevelKey(finding));
    return logged === undefined ? [] : [{ ...finding, subject: logged.subject, isAccepted: true as const }];
  });
};

/**
 * Notes each finding once when it opens and once when it ends: events for programs, which the end of the run publishes, and notices for
 * owners. Only a run with the lease may, because such runs never overlap. The events are stored before the findings, so
 * that an attempt that ends between the two loses none.
 */
export const noteFindings = async ({ store, clock }: StorePorts, sender: Sender, ended: EndedRun): Promise<void> => {
  // Findings of an undo or an adoption go only to its caller.
  const planFindings = appliesPolicy(ended.run ?? {}) ? (ended.report.plan?.findings ?? []) : [];
  const stillOpen = acceptedIn(ended);
  const findings = [...planFindings, ...stillOpen, ...runFindings(ended)];
  const follow = (owner: (service: ServiceName) => string) =>
    followFindings(ended.log.open, findings, endsIn(ended), owner, ended.report.endedAt);
  const projects = new Set(follow(() => unowned).opened.map(({ project }) => project));
  const changes = follow(await ownersIn(store, ended, projects));
  const { run, report } = ended;
  const { runId, outcome, plan } = report;
  const isHeld = (run !== undefined && run.mode !== 'enforce') || plan?.freeze !== undefined;
  const entered = recordFindings(ended.log, changes, clock.now(), isHeld);
  const followed = followFindings(
    ended.log.facts ?? [],
    plan?.facts ?? [],
    endsIn(ended),
    () => unowned,
    report.endedAt,
  );
  const routes = routesOf(ended);
  const runs = entered.notified.news === null ? [] : (await listRuns(store, runsOfDay)).runs;
  const notified = { ...entered.notified, runs };
  const notices = ownerMessages(sender, notified).map(({ owner, message }) =>
    noticeOf(owner, message, routes?.links ?? {}),
  );
  const events = [...findingEvents(followed, runId), ...findingEvents(changes, runId), ...notices];
  await leaveEvents({ store, clock }, runId, events);
  // A run may fail after it has left its messages: its failure is a message of its own.
  const from = outcome === 'failed' ? `${runId}~${failed}` : runId;
  if (routes !== undefined) await leaveMessages({ store, clock }, sender, from, routes, notified);
  const log: FindingLog = {
    ...entered.log,
    ...(followed.open.length > 0 && { facts: followed.open }),
    ...(routes && { routes }),
  };
  if (JSON.stringify(log) !== JSON.stringify(ended.log)) await writeObject(store, keys.findingLog, log);
};
