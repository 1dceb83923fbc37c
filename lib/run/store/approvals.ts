import {
  ApprovalAmbiguous,
  ApprovalExpired,
  ApprovalUnknown,
  ApprovalUsed,
  StoreConflict,
  StoreDamaged,
  WorldMoved,
} from '../../contract/errors.ts';
import type { Change, ProposedChange } from '../../core/change/change.ts';
import type { Finding } from '../../core/model/decision.ts';
import { hourMs, isoInstant, minuteMs } from '../../core/model/durations.ts';
import { mayLook } from '../../core/model/mode.ts';
import type { Guardrails } from '../../core/model/policy-document.ts';
import type { OpenApproval } from '../../core/plan/approved-part.ts';
import { differenceText, planDifference } from '../../core/plan/difference.ts';
import { digestText } from '../../core/plan/order.ts';
import { projectUnread } from '../../core/plan/plan.ts';
import type { Plan, PlanFreeze, Summary } from '../../core/plan/plan-result.ts';
import type { PlanPorts, Store, StorePorts } from '../../ports.ts';
import { isAbout, usesOf } from './approval-uses.ts';
import { objectText } from './content.ts';
import { keys } from './keys.ts';
import { readIfWhole, readObject, writeObject } from './objects.ts';
import type { Proposal, RunObject } from './run-objects.ts';
import type { Approval } from './schemas/approval.ts';
import { sha256 } from './sha256.ts';

type ApprovalPorts = Pick<PlanPorts, 'store' | 'clock' | 'approvalRule'>;

interface ProposalObject extends Proposal {
  readonly runId: string;
  readonly summary: Summary;
}

const withoutReason = ({
  rule: _rule,
  reasons: _reasons,
  budget: _budget,
  approval: _approval,
  ...written
}: Change): ProposedChange => written;

/** Allowed clock difference between two machines. */
const clockToleranceMs = 5 * minuteMs;

const isFromFuture = (time: string, nowMs: number): boolean => Date.parse(time) > nowMs + clockToleranceMs;

/** An unreadable time counts as expired, and so does one in the future. */
const isOld = (time: string, { approvalHours }: Guardrails, nowMs: number): boolean =>
  isFromFuture(time, nowMs) || !(Math.max(0, nowMs - Date.parse(time)) < approvalHours * hourMs);

/** The approval of this proposal; the same plan may be proposed again, and then needs another one. */
const approvalOf = async (store: Store, proposal: Proposal): Promise<Approval | undefined> => {
  const approval = await readObject<Approval>(store, keys.approval(proposal.digest));
  return approval !== undefined && isAbout(proposal, approval) ? approval : undefined;
};

/** Whether runs have used the proposal, or a part of it. */
const isUsed = async (store: Store, proposal: Proposal): Promise<boolean> => {
  if ((await usesOf(store, proposal, null)).length > 0) return true;
  return (await approvalOf(store, proposal))?.usedBy !== undefined;
};

/**
 * Stores a plan that needs approval as a proposal, or the part of a plan that does. An existing proposal keeps its time, so
 * that its age counts from the first proposal, unless it has expired or was used.
 */
export const propose = async (
  ports: StorePorts,
  { runId, startedAt, asked }: RunObject,
  guardrails: Guardrails,
  plan: Plan,
): Promise<void> => {
  const waiting = plan.verdict === 'needs-approval' ? plan : plan.approval?.rest;
  if (waiting == null) return;
  const { digest, summary } = waiting;
  const earlier = await readObject<ProposalObject>(ports.store, keys.proposal(digest));
  if (earlier !== undefined && !isOld(earlier.proposedAt, guardrails, ports.clock.now())) {
    if (!(await isUsed(ports.store, earlier))) return;
  }
  const changes = waiting.changes.map(withoutReason);
  const now: ProposalObject = { digest, proposedAt: startedAt, projects: asked, changes, runId, summary };
  await writeObject(ports.store, keys.proposal(digest), now);
};

/** Minimum characters of a digest prefix; shorter ones match other plans too easily. */
export const shortestDigest = 12;

const unknown = (prefix: string): ApprovalUnknown =>
  new ApprovalUnknown(
    prefix.length < shortestDigest
      ? `the digest ${prefix} is too short: use at least its first ${shortestDigest} characters`
      : `no pending plan ${prefix} in this store. Run 'headroom plan' first, then approve the digest it prints`,
  );

/**
 * The whole digest of a plan by its first characters, among the proposals in this store and the run's plan file.
 * @throws ApprovalUnknown if there is none, ApprovalAmbiguous, with their digests, if there are several
 */
export const approvedDigestOf = async (store: Store, runId: string | null, prefix: string): Promise<string> => {
  const inFile = runId === null ? undefined : await readObject<Proposal>(store, keys.planFile(runId));
  if (prefix.length < shortestDigest) throw unknown(prefix);
  const proposed = (await store.list(keys.proposalsFrom(prefix))).map(keys.digestOfProposal);
  const digests = new Set([...proposed, ...(inFile?.digest.startsWith(prefix) ? [inFile.digest] : [])]);
  const [first, ...others] = digests;
  if (first === undefined) throw unknown(prefix);
  if (others.length === 0) return first;
  throw new ApprovalAmbiguous(
    `${digests.size} plans begin with ${prefix}: ${[...digests].join(', ')}; approve one by its whole digest`,
  );
};

const again = "run 'headroom plan' and approve the current plan";

const assertYoung = (digest: string, what: string, time: string, guardrails: Guardrails, nowMs: number): void => {
  if (!isOld(time, guardrails, nowMs)) return;
  if (isFromFuture(time, nowMs)) {
    throw new ApprovalExpired(`plan ${digest} was ${what} in the future, at ${time}; check the clocks; ${again}`);
  }
  throw new ApprovalExpired(
    `plan ${digest} was ${what} at ${time} and has expired: approvalHours in the guardrails is ${guardrails.approvalHours}; ${again}`,
  );
};

/** @throws ApprovalUnknown without a proposal, StoreDamaged if its changes are not those of its digest */
const proposedHere = async (store: Store, digest: string): Promise<Proposal> => {
  const proposal = await readObject<ProposalObject>(store, keys.proposal(digest));
  if (proposal === undefined) throw unknown(digest);
  if (sha256(digestText(proposal.changes)) === digest) return proposal;
  throw new StoreDamaged(
    `${keys.proposal(digest)} in the store has other changes than its digest says. Delete it; the next run proposes its plan again.`,
  );
};

const usedText = ({ digest }: Proposal, runs: readonly { readonly runId: string; readonly at: string }[]): string => {
  const last = runs.at(-1);
  return `plan ${digest} was used by run ${last?.runId} at ${last?.at}; ${again}`;
};

interface Standing {
  readonly proposal: Proposal;
  readonly approval: Approval;
  readonly used: ReadonlySet<number>;
}

const openOf = ({ proposal, approval, used }: Standing, { approvalHours }: Guardrails): OpenApproval => ({
  digest: proposal.digest,
  proposedAt: proposal.proposedAt,
  by: approval.by,
  approvedAt: approval.approvedAt,
  expiresAt: isoInstant(Date.parse(approval.approvedAt) + approvalHours * hourMs),
  isWhole: proposal.projects === null,
  exact: approval.exact,
  changes: proposal.changes,
  used,
});

/** The run that uses an approval: its own earlier uses do not count. */
interface UsingRun extends Pick<RunObject, 'exact' | 'trigger'> {
  /** Null for a person who approves without a run. */
  readonly runId: string | null;
}

/**
 * The approval of a proposal. One without an approval in the store is approved by the request itself.
 * @throws ApprovalUsed, ApprovalExpired; ApprovalUnknown if only an approval in the store counts, and there is none
 */
const approvalFor = async (
  { store, clock, approvalRule }: ApprovalPorts,
  run: UsingRun,
  guardrails: Guardrails,
  proposal: Proposal,
): Promise<OpenApproval> => {
  const { digest, proposedAt } = proposal;
  const nowMs = clock.now();
  const stored = await approvalOf(store, proposal);
  const runs = await usesOf(store, proposal, run.runId);
  const used = new Set(runs.flatMap(({ places }) => places));
  if (stored?.usedBy !== undefined) {
    throw new ApprovalUsed(usedText(proposal, [{ runId: stored.usedBy, at: stored.approvedAt }]));
  }
  const exact = run.exact === true || stored?.exact === true;
  if (runs.length > 0 && (exact || used.size >= proposal.changes.length)) {
    throw new ApprovalUsed(usedText(proposal, runs));
  }
  if (stored === undefined && approvalRule === 'stored') {
    throw new ApprovalUnknown(
      `plan ${digest} is not approved yet, and starting a run does not approve it: an approver runs headroom approve ${digest}`,
    );
  }
  if (stored === undefined) assertYoung(digest, 'proposed', proposedAt, guardrails, nowMs);
  else assertYoung(digest, 'approved', stored.approvedAt, guardrails, nowMs);
  const approvedAt = isoInstant(nowMs);
  const approval = stored ?? { digest, proposedAt, approvedAt, by: run.trigger.by, exact };
  return openOf({ proposal, approval: { ...approval, exact }, used }, guardrails);
};

/** The plans that a run must match as a whole, and the approvals under which it may write. */
export interface Approvals {
  /** The plan of a file, and the approved plan of an exact request: all of it or nothing. */
  readonly exact: readonly Proposal[];
  /** The approval that the request names. */
  readonly named: OpenApproval | undefined;
}

/**
 * The plan of the run's file and the approval that its request names. A file contains its own proposal, so its approval needs
 * none in the store.
 * @throws ApprovalUnknown, ApprovalUsed, ApprovalExpired
 */
export const approvalsNamed = async (
  ports: ApprovalPorts,
  run: RunObject,
  guardrails: Guardrails,
): Promise<Approvals> => {
  const { store } = ports;
  const inFile = await readObject<Proposal>(store, keys.planFile(run.runId));
  const { approvedDigest } = run;
  if (inFile !== undefined) {
    const runs = await usesOf(store, inFile, run.runId);
    const earlier = await approvalOf(store, inFile);
    if (runs.length > 0) throw new ApprovalUsed(usedText(inFile, runs));
    if (earlier?.usedBy !== undefined) {
      throw new ApprovalUsed(usedText(inFile, [{ runId: earlier.usedBy, at: earlier.approvedAt }]));
    }
    assertYoung(inFile.digest, 'proposed', inFile.proposedAt, guardrails, ports.clock.now());
  }
  if (approvedDigest === null) return { exact: inFile === undefined ? [] : [inFile], named: undefined };
  const proposal = approvedDigest === inFile?.digest ? inFile : await proposedHere(store, approvedDigest);
  const exact = [...new Set([...(inFile === undefined ? [] : [inFile]), ...(run.exact ? [proposal] : [])])];
  const named = await approvalFor(ports, inFile === undefined ? run : { ...run, exact: true }, guardrails, proposal);
  return { exact, named };
};

/** The approval of a key with its proposal; undefined if either cannot be read, or they do not belong together. */
const standingAt = async (store: Store, key: string, runId: string | null): Promise<Standing | undefined> => {
  const approval = await readIfWhole<Approval>(store, key);
  if (approval === undefined || approval.usedBy !== undefined || key !== keys.approval(approval.digest))
    return undefined;
  const proposal = await readIfWhole<Proposal>(store, keys.proposal(approval.digest));
  if (proposal === undefined || !isAbout(proposal, approval)) return undefined;
  if (sha256(digestText(proposal.changes)) !== approval.digest) return undefined;
  const runs = await usesOf(store, proposal, runId);
  if (approval.exact && runs.length > 0) return undefined;
  return { proposal, approval, used: new Set(runs.flatMap(({ places }) => places)) };
};

/**
 * Every approval in the store that is neither expired nor used up, for runs that name none. One that cannot be read allows
 * nothing.
 */
export const openApprovals = async (
  { store, clock }: StorePorts,
  guardrails: Guardrails,
  runId: string | null,
): Promise<OpenApproval[]> => {
  const open: OpenApproval[] = [];
  for (const key of await store.list(keys.approvals)) {
    const standing = await standingAt(store, key, runId);
    if (standing === undefined || standing.used.size >= standing.proposal.changes.length) continue;
    if (!isOld(standing.approval.approvedAt, guardrails, clock.now())) open.push(openOf(standing, guardrails));
  }
  return open;
};

/** Stores an approval. */
const putApproval = async (store: Store, approval: Approval): Promise<void> => {
  const key = keys.approval(approval.digest);
  const stored = await store.get(key);
  const condition = stored === undefined ? { ifAbsent: true as const } : { ifVersion: stored.version };
  try {
    await store.put(key, objectText(approval), condition);
  } catch (error) {
    // Someone else approved it at the same moment.
    if (!(error instanceof StoreConflict)) throw error;
  }
};

/** Who approves which plan, and how. */
export interface Approving {
  /** The digest, or its first characters. */
  readonly prefix: string;
  readonly by: string;
  readonly exact: boolean;
}

/**
 * Approves a proposed plan: runs may then carry out at most that plan until the approval expires or is used up. An open
 * approval stays as it is.
 * @throws ApprovalUnknown, ApprovalAmbiguous, ApprovalExpired, ApprovalUsed
 */
export const approve = async (
  ports: StorePorts,
  { prefix, by, exact }: Approving,
  guardrails: Guardrails,
): Promise<OpenApproval> => {
  const digest = await approvedDigestOf(ports.store, null, prefix);
  const proposal = await proposedHere(ports.store, digest);
  const run = { runId: null, trigger: { kind: 'manual', by }, ...(exact && { exact }) } as const;
  const open = await approvalFor(ports, run, guardrails, proposal);
  await storeApproval(ports, open);
  return open;
};

/** Stores the approval of a request, unless the plan is approved already. */
export const storeApproval = async ({ store }: StorePorts, open: OpenApproval): Promise<void> => {
  const { digest, approvedAt, by, exact } = open;
  const proposal = await readObject<Proposal>(store, keys.proposal(digest));
  // The plan of a file is used at once, so that its use is the only record.
  if (proposal === undefined || (await approvalOf(store, proposal)) !== undefined) return;
  await putApproval(store, { digest, proposedAt: proposal.proposedAt, approvedAt, by, exact });
};

const scopeText = (projects: readonly string[] | null) =>
  projects === null ? 'all projects' : `the projects ${projects.join(', ')}`;

const frozenText = ({ reason, until, waiting }: PlanFreeze): string =>
  ` A freeze (${reason}${until === null ? '' : `, until ${until}`}) delays ${waiting.length} changes.`;

/** The differences as sentences; frozen changes and unread projects do not count as differences. */
const movedText = (proposed: Proposal, plan: Plan): string => {
  const unread = [...new Set(plan.findings.filter(({ code }) => code === projectUnread).map(({ project }) => project))];
  const isRead = ({ project }: ProposedChange) => !unread.includes(project);
  const needed = [...plan.changes, ...(plan.freeze?.waiting ?? [])].map(withoutReason);
  const lines = differenceText(planDifference(proposed.changes.filter(isRead), needed.filter(isRead)));
  const frozen = plan.freeze === undefined ? '' : frozenText(plan.freeze);
  const unseen = unread.length === 0 ? '' : ` Not read, so nothing in it is changed: ${unread.join(', ')}.`;
  return `${frozen}${unseen}${lines === '' ? ' Nothing else changed.' : ` Differences:${lines}`}`;
};

/**
 * Checks that the plan of the run is the plan that people have seen. In mode stop the run reads and writes nothing, so there
 * is nothing to compare.
 * @throws WorldMoved with the differences
 */
export const assertUnmoved = ({ asked, mode }: RunObject, proposals: readonly Proposal[], plan: Plan): void => {
  const moved = proposals.find(({ digest }) => digest !== plan.digest);
  if (moved === undefined || !mayLook(mode)) return;
  const isOther = JSON.stringify(moved.projects) !== JSON.stringify(asked);
  const scope = isOther ? `; it was made for ${scopeText(moved.projects)}, this run is for ${scopeText(asked)}` : '';
  throw new WorldMoved(
    `plan ${moved.digest} differs from the current plan ${plan.digest}${scope}; ${again}.${movedText(moved, plan)}`,
  );
};

/** A finding with the differences where a named approval covers nothing of a plan that needs an approval. */
export const movedFinding = (named: OpenApproval | undefined, needed: Plan, { verdict, approval }: Plan): Finding[] => {
  if (named === undefined || verdict !== 'needs-approval' || approval !== undefined) return [];
  const lines = differenceText(planDifference(named.changes, needed.changes.map(withoutReason)));
  const message = `Plan ${named.digest} is approved, but no needed change is within it. Differences:${lines}`;
  return [{ code: 'approval-moved', project: '', service: '', subject: named.digest, message }];
};
