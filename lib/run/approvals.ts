import { ApprovalExpired, ApprovalUnknown, ApprovalUsed, StoreConflict, WorldMoved } from '../contract/errors.ts';
import type { Approval } from '../contract/stored/approval.ts';
import type { Change, Plan, PlanFreeze, Summary } from '../core/model.ts';
import { projectUnread } from '../core/plan.ts';
import { differenceText, type ProposedChange, planDifference } from '../core/plan-difference.ts';
import type { Guardrails } from '../core/policy-document.ts';
import type { Clock, Store } from '../ports.ts';
import { keys, objectText, type RunObject, readContent, readObject, writeObject } from './objects.ts';

/** A plan that was shown to people: in the store because it waits for approval, or in a file. */
export interface Proposal {
  readonly digest: string;
  /** ISO 8601, UTC: when the world was looked at for it. */
  readonly proposedAt: string;
  /** Projects that it was made for; null when for all. */
  readonly projects: readonly string[] | null;
  readonly changes: readonly ProposedChange[];
}

interface ProposalObject extends Proposal {
  readonly runId: string;
  readonly summary: Summary;
}

type StorePorts = { readonly store: Store; readonly clock: Clock };

const hourMs = 60 * 60 * 1000;

const withoutReason = ({ rule: _rule, reason: _reason, budget: _budget, ...written }: Change): ProposedChange =>
  written;

/** A time that cannot be read is long ago, and so is one further ahead than the clocks of two machines may differ. */
const isExpired = ({ proposedAt }: Proposal, { approvalHours }: Guardrails, nowMs: number): boolean => {
  const ageMs = nowMs - Date.parse(proposedAt);
  return !(ageMs < approvalHours * hourMs && ageMs > -hourMs);
};

/** An approval is for one proposal: the same plan may be proposed again once it was used, and needs another one then. */
const isUsed = ({ proposedAt }: Proposal, approval: Approval | undefined): approval is Approval =>
  approval !== undefined && !(Date.parse(approval.usedAt) < Date.parse(proposedAt));

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
  if (!isExpired(proposal, guardrails, ports.clock.now())) return;
  throw new ApprovalExpired(
    `the plan ${digest} was proposed at ${proposedAt}, and approvalHours in the guardrails lets a plan wait ${guardrails.approvalHours} hours; ${again}`,
  );
};

/**
 * The plans that the run must keep to, each as people have seen it: the one that was approved, the one of a file.
 * @throws ApprovalUnknown, ApprovalUsed, ApprovalExpired
 */
export const proposalsOf = async (ports: StorePorts, run: RunObject, guardrails: Guardrails): Promise<Proposal[]> => {
  const proposals: Proposal[] = [];
  if (run.approvedDigest !== null) {
    const proposal = await readObject<ProposalObject>(ports.store, keys.proposal(run.approvedDigest));
    if (proposal === undefined) {
      throw new ApprovalUnknown(
        `no plan ${run.approvedDigest} was proposed here, so its age is not known; ${again}: one that a guardrail stands against is proposed by it`,
      );
    }
    proposals.push(proposal);
  }
  const inFile = await readObject<Proposal>(ports.store, keys.planFile(run.runId));
  if (inFile !== undefined) proposals.push(inFile);
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
  if (moved === undefined || mode === 'stop') return;
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
  const now: Approval = { digest: first.digest, runId, usedAt: new Date(ports.clock.now()).toISOString() };
  try {
    await ports.store.put(key, objectText(now), condition);
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
    throw new ApprovalUsed(`the plan ${first.digest} was used by another run just now; ${again}`);
  }
};
