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

/** By so much the clocks of two machines may differ. */
const clockToleranceMs = 5 * minuteMs;

const isFromFuture = ({ proposedAt }: Proposal, nowMs: number): boolean =>
  Date.parse(proposedAt) > nowMs + clockToleranceMs;

/** A time that cannot be read is long ago, and one in the future is wrong. */
const isExpired = (proposal: Proposal, { approvalHours }: Guardrails, nowMs: number): boolean =>
  isFromFuture(proposal, nowMs) || !(Math.max(0, nowMs - Date.parse(proposal.proposedAt)) < approvalHours * hourMs);

/**
 * An approval is for one proposal: the same plan may be proposed again once it was used, and needs another one then. What
 * was proposed is compared by its own time too, because a plan file may come from a machine whose clock is ahead.
 */
const isUsed = ({ proposedAt }: Proposal, approval: Approval | undefined): approval is Approval =>
  approval !== undefined &&
  (!(Date.parse(approval.usedAt) < Date.parse(proposedAt)) ||
    Date.parse(approval.proposedAt ?? '') >= Date.parse(proposedAt));

const readApproval = ({ store }: StorePorts, digest: string) => readObject<Approval>(store, keys.approval(digest));

/**
 * Stores a plan that waits for approval as proposed, so that it can be approved; any other is left. One that is there keeps its time, so that its age counts from
 * when it was first proposed, unless it has become too old or was used.
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

/** Characters of a digest that are enough to name a plan: fewer are too easily those of another one. */
export const shortestDigest = 12;

const unknown = (given: string): ApprovalUnknown =>
  new ApprovalUnknown(
    given.length < shortestDigest
      ? `the digest ${given} is too short: give at least the first ${shortestDigest} characters of it`
      : `no pending plan ${given} in this store. Run 'headroom plan' first, then approve the digest it prints`,
  );

/**
 * The whole digest of the plan that an approval names by its first characters, among those that were proposed in this
 * store and the one of the run's plan file.
 * @throws ApprovalUnknown when there is none, ApprovalAmbiguous, naming them, when there are several
 */
export const approvedDigestOf = async (store: Store, runId: string, given: string): Promise<string> => {
  const inFile = await readObject<Proposal>(store, keys.planFile(runId));
  if (given.length < shortestDigest) throw unknown(given);
  const proposed = (await store.list(keys.proposalsFrom(given))).map(keys.digestOfProposal);
  const known = new Set([...proposed, ...(inFile?.digest.startsWith(given) ? [inFile.digest] : [])]);
  const [first, ...others] = known;
  if (first === undefined) throw unknown(given);
  if (others.length === 0) return first;
  throw new ApprovalAmbiguous(
    `${known.size} plans begin with ${given}: ${[...known].join(', ')}; approve one of them by its whole digest`,
  );
};

const again = "look at the plan that is needed now with 'headroom plan', and approve that one";

const assertUnused = (proposal: Proposal, approval: Approval | undefined): void => {
  if (!isUsed(proposal, approval)) return;
  throw new ApprovalUsed(
    `the plan ${proposal.digest} was used by run ${approval.runId} at ${approval.usedAt}, and one approval is for one run; ${again}`,
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
      `the time of plan ${digest}, ${proposedAt}, is in the future; check the clocks; ${again}`,
    );
  }
  throw new ApprovalExpired(
    `the plan ${digest} was proposed at ${proposedAt}, and approvalHours in the guardrails lets a plan wait ${guardrails.approvalHours} hours; ${again}`,
  );
};

const proposedHere = async ({ store }: StorePorts, digest: string): Promise<Proposal> => {
  const proposal = await readObject<ProposalObject>(store, keys.proposal(digest));
  if (proposal === undefined) throw unknown(digest);
  return proposal;
};

/**
 * The plans that the run must keep to, each as people have seen it: the one of a file, and the one that was approved. A
 * file brings its own proposal, so its approval asks for none in the store.
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
  ` A freeze (${reason}${until === null ? '' : `, until ${until}`}) holds back ${waiting.length} changes.`;

/** What moved, sentence by sentence: what a freeze holds back, or what could not be looked at, has not moved. */
const movedText = (proposed: Proposal, plan: Plan): string => {
  const unread = [...new Set(plan.findings.filter(({ code }) => code === projectUnread).map(({ project }) => project))];
  const isRead = ({ project }: ProposedChange) => !unread.includes(project);
  const needed = [...plan.changes, ...(plan.freeze?.waiting ?? [])].map(withoutReason);
  const lines = differenceText(planDifference(proposed.changes.filter(isRead), needed.filter(isRead)));
  const frozen = plan.freeze === undefined ? '' : frozenText(plan.freeze);
  const unseen = unread.length === 0 ? '' : ` Not read, so nothing in it is changed: ${unread.join(', ')}.`;
  return `${frozen}${unseen}${lines === '' ? ' Nothing else moved.' : ` What moved:${lines}`}`;
};

/**
 * Where the mode is stop nothing is looked at, so nothing can be said to have moved: such a run writes nothing anyway.
 * @throws WorldMoved, saying what moved, when the plan of the run is not each of those that people have seen
 */
export const assertUnmoved = ({ asked, mode }: RunObject, proposals: readonly Proposal[], plan: Plan): void => {
  const moved = proposals.find(({ digest }) => digest !== plan.digest);
  if (moved === undefined || !mayLook(mode)) return;
  const isOther = JSON.stringify(moved.projects) !== JSON.stringify(asked);
  const scope = isOther ? `; it was made for ${scopeText(moved.projects)}, this run is for ${scopeText(asked)}` : '';
  throw new WorldMoved(
    `the plan ${moved.digest} is not the plan that is needed now (${plan.digest})${scope}; ${again}.${movedText(moved, plan)}`,
  );
};

/**
 * Uses up the right to carry out plans that people have seen, before the first write: of two runs only one gets it.
 * Repeating it in the same run is fine.
 * @throws ApprovalUsed when another run was quicker
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
    throw new ApprovalUsed(`the plan ${digest} was used by another run just now; ${again}`);
  }
};
