import {
  ApprovalAmbiguous,
  ApprovalExpired,
  ApprovalUnknown,
  ApprovalUsed,
  StoreConflict,
  WorldMoved,
} from '../../contract/errors.ts';
import type { Change, ProposedChange } from '../../core/change/change.ts';
import { hourMs, isoInstant, minuteMs } from '../../core/model/durations.ts';
import { mayLook } from '../../core/model/mode.ts';
import type { Guardrails } from '../../core/model/policy-document.ts';
import { differenceText, planDifference } from '../../core/plan/difference.ts';
import { projectUnread } from '../../core/plan/plan.ts';
import type { Plan, PlanFreeze, Summary } from '../../core/plan/plan-result.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { objectText, readContent } from './content.ts';
import { keys } from './keys.ts';
import { readObject, writeObject } from './objects.ts';
import type { Proposal, RunObject } from './run-objects.ts';
import type { Approval } from './schemas/approval.ts';

interface ProposalObject extends Proposal {
  readonly runId: string;
  readonly summary: Summary;
}

const withoutReason = ({ rule: _rule, reasons: _reasons, budget: _budget, ...written }: Change): ProposedChange =>
  written;

/** Allowed clock difference between two machines. */
const clockToleranceMs = 5 * minuteMs;

const isFromFuture = ({ proposedAt }: Proposal, nowMs: number): boolean =>
  Date.parse(proposedAt) > nowMs + clockToleranceMs;

/** An unreadable time counts as expired, and so does one in the future. */
const isExpired = (proposal: Proposal, { approvalHours }: Guardrails, nowMs: number): boolean =>
  isFromFuture(proposal, nowMs) || !(Math.max(0, nowMs - Date.parse(proposal.proposedAt)) < approvalHours * hourMs);

/**
 * An approval is for one proposal: the same plan may be proposed again after use, and then needs another approval. The
 * proposal times are compared too, because a plan file may come from a machine with a fast clock.
 */
const isUsed = ({ proposedAt }: Proposal, approval: Approval | undefined): approval is Approval =>
  approval !== undefined &&
  (!(Date.parse(approval.usedAt) < Date.parse(proposedAt)) ||
    Date.parse(approval.proposedAt ?? '') >= Date.parse(proposedAt));

const readApproval = ({ store }: StorePorts, digest: string) => readObject<Approval>(store, keys.approval(digest));

/**
 * Stores a plan that needs approval as a proposal. An existing proposal keeps its time, so that its age counts from the
 * first proposal, unless it has expired or was used.
 */
export const propose = async (
  ports: StorePorts,
  { runId, startedAt, asked }: RunObject,
  guardrails: Guardrails,
  plan: Plan,
): Promise<void> => {
  const { digest, summary, verdict } = plan;
  if (verdict !== 'needs-approval') return;
  const earlier = await readObject<ProposalObject>(ports.store, keys.proposal(digest));
  if (earlier !== undefined && !isExpired(earlier, guardrails, ports.clock.now())) {
    if (!isUsed(earlier, await readApproval(ports, digest))) return;
  }
  const changes = plan.changes.map(withoutReason);
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
export const approvedDigestOf = async (store: Store, runId: string, prefix: string): Promise<string> => {
  const inFile = await readObject<Proposal>(store, keys.planFile(runId));
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

const assertUnused = (proposal: Proposal, approval: Approval | undefined): void => {
  if (!isUsed(proposal, approval)) return;
  throw new ApprovalUsed(
    `plan ${proposal.digest} was used by run ${approval.runId} at ${approval.usedAt}; an approval is valid for one run; ${again}`,
  );
};

const assertUsable = async (
  ports: StorePorts,
  runId: string,
  guardrails: Guardrails,
  proposal: Proposal,
): Promise<void> => {
  const { digest, proposedAt } = proposal;
  const approval = await readApproval(ports, digest);
  if (approval?.runId !== runId) assertUnused(proposal, approval);
  const nowMs = ports.clock.now();
  if (!isExpired(proposal, guardrails, nowMs)) return;
  if (isFromFuture(proposal, nowMs)) {
    throw new ApprovalExpired(
      `plan ${digest} was proposed in the future, at ${proposedAt}; check the clocks; ${again}`,
    );
  }
  throw new ApprovalExpired(
    `plan ${digest} was proposed at ${proposedAt} and has expired: approvalHours in the guardrails is ${guardrails.approvalHours}; ${again}`,
  );
};

const proposedHere = async ({ store }: StorePorts, digest: string): Promise<Proposal> => {
  const proposal = await readObject<ProposalObject>(store, keys.proposal(digest));
  if (proposal === undefined) throw unknown(digest);
  return proposal;
};

/**
 * The plans that the run must match, as people have seen them: the plan of a file and the approved one. A file contains its
 * own proposal, so its approval needs none in the store.
 * @throws ApprovalUnknown, ApprovalUsed, ApprovalExpired
 */
export const proposalsOf = async (ports: StorePorts, run: RunObject, guardrails: Guardrails): Promise<Proposal[]> => {
  const inFile = await readObject<Proposal>(ports.store, keys.planFile(run.runId));
  const proposals: Proposal[] = inFile === undefined ? [] : [inFile];
  const { approvedDigest } = run;
  if (approvedDigest !== null && approvedDigest !== inFile?.digest) {
    proposals.push(await proposedHere(ports, approvedDigest));
  }
  for (const proposal of proposals) await assertUsable(ports, run.runId, guardrails, proposal);
  return proposals;
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

/**
 * Uses up the approvals before the first write: of two runs only one succeeds. Idempotent within a run.
 * @throws ApprovalUsed if another run was first
 */
export const useProposals = async (
  ports: StorePorts,
  { runId }: RunObject,
  proposals: readonly Proposal[],
): Promise<void> => {
  const [first] = proposals;
  if (first === undefined) return;
  const key = keys.approval(first.digest);
  const stored = await ports.store.get(key);
  const earlier = stored && readContent<Approval>(key, stored.body);
  if (earlier?.runId === runId) return;
  for (const proposal of proposals) assertUnused(proposal, earlier);
  const condition = stored === undefined ? { ifAbsent: true as const } : { ifVersion: stored.version };
  const { digest, proposedAt } = first;
  const now: Approval = { digest, runId, usedAt: isoInstant(ports.clock.now()), proposedAt };
  try {
    await ports.store.put(key, objectText(now), condition);
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
    throw new ApprovalUsed(`another run just used plan ${digest}; ${again}`);
  }
};
