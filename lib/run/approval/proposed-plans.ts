import { ApprovalAmbiguous, ApprovalUnknown, StoreDamaged } from '../../contract/errors.ts';
import { isOld, pendingSince } from '../../core/approval/approval.ts';
import { isWithin } from '../../core/approval/approved-part.ts';
import type { Motive, ProposedChange } from '../../core/change/change.ts';
import { proposedChangeJson } from '../../core/change/change-json.ts';
import { hourMs, isoInstant } from '../../core/model/durations.ts';
import type { Guardrails } from '../../core/model/policy-document.ts';
import { subjectText } from '../../core/plan/difference.ts';
import { digestText, proposalText } from '../../core/plan/order.ts';
import { type Plan, type Summary, shortestDigest, wholeChanges } from '../../core/plan/plan-result.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { digestOfProposedPlan, keys } from '../store/keys.ts';
import { readObject, writeObject } from '../store/objects.ts';
import type { ProposedPlan, RunObject } from '../store/run-objects.ts';
import type { StoredApproval } from '../store/schemas/approval.ts';
import { sha256 } from '../store/sha256.ts';
import { isAbout, usesOf } from './uses.ts';

/** A proposed plan as the store has it: with the run that proposed it first. */
export interface StoredProposedPlan extends ProposedPlan {
  readonly runId: string;
  readonly summary: Summary;
}

export const withoutReason = ({
  rule: _rule,
  reasons: _reasons,
  budget: _budget,
  approval: _approval,
  waits: _waits,
  ...written
}: ProposedChange & Partial<Motive>): ProposedChange => written;

/** The next step after a refusal. */
export const approveCurrent = "run 'headroom plan' and approve the current plan";

type Waiting = Pick<Plan, 'digest' | 'summary'> & { readonly changes: readonly ProposedChange[] };

/** Whether changes go no further than the proposed ones of the same places. */
const isWithinAll = (proposed: readonly ProposedChange[], changes: readonly ProposedChange[]): boolean => {
  const bySubject = new Map(proposed.map((change) => [subjectText(change), change]));
  return changes.every((change) => {
    const bound = bySubject.get(subjectText(change));
    return bound !== undefined && isWithin(proposedChangeJson(bound), proposedChangeJson(change));
  });
};

/** Whether a person has approved a proposed plan. */
const isGiven = async (store: Store, proposed: ProposedPlan): Promise<boolean> => {
  const approval = await readObject<StoredApproval>(store, keys.approval(proposed.digest));
  return approval !== undefined && isAbout(proposed, approval);
};

/** What a run proposes: what it stores, and the plan that says since when and until when. */
interface Proposed {
  readonly plan: Plan;
  readonly toStore: readonly StoredProposedPlan[];
}

/** Whether the earlier proposal of a digest has neither expired nor been used. */
const stands = async (
  { store, clock }: StorePorts,
  earlier: StoredProposedPlan,
  guardrails: Guardrails,
): Promise<boolean> =>
  !isOld(pendingSince(earlier), guardrails, clock.now()) && (await usesOf(store, earlier, null)).length === 0;

/** Whether more than half of the hours have passed in which a person may approve a proposal that is not approved yet. */
const isDue = async ({ store, clock }: StorePorts, earlier: StoredProposedPlan, { approvalHours }: Guardrails) => {
  if (!isOld(pendingSince(earlier), { approvalHours: approvalHours / 2 }, clock.now())) return false;
  return !(await isGiven(store, earlier));
};

/**
 * The proposals of a plan: what waits, and the whole plan, because either may be approved. A stored proposal keeps its time and its
 * bounds while it means the same, and gets new hours while no approval is given. A proposal that has expired, was used, or would now go
 * further is proposed anew.
 */
export const proposedBy = async (
  ports: StorePorts,
  { runId, startedAt, asked }: RunObject,
  guardrails: Guardrails,
  plan: Plan,
): Promise<Proposed> => {
  const { proposal } = plan;
  if (proposal === undefined) return { plan, toStore: [] };
  const toStore: StoredProposedPlan[] = [];
  const standing = async (
    waiting: Waiting,
    isBounded: (earlier: StoredProposedPlan) => boolean,
  ): Promise<StoredTimes> => {
    const earlier = await readObject<StoredProposedPlan>(ports.store, keys.proposedPlan(waiting.digest));
    if (earlier === undefined || !isBounded(earlier) || !(await stands(ports, earlier, guardrails))) {
      const { digest, summary } = waiting;
      const changes = waiting.changes.map(withoutReason);
      toStore.push({ digest, proposedAt: startedAt, projects: asked, changes, runId, summary });
      return { proposedAt: startedAt };
    }
    if (!(await isDue(ports, earlier, guardrails))) return earlier;
    const renewed = { ...earlier, renewedAt: startedAt };
    toStore.push(renewed);
    return renewed;
  };
  const times = await standing(proposal, ({ changes }) => isWithinAll(changes, proposal.changes));
  // The digest of the whole plan covers its numbers.
  await standing({ ...plan, changes: wholeChanges(plan) }, () => true);
  const expires = isoInstant(Date.parse(pendingSince(times)) + guardrails.approvalHours * hourMs);
  return { plan: { ...plan, proposal: { ...proposal, since: times.proposedAt, expires } }, toStore };
};

type StoredTimes = Pick<StoredProposedPlan, 'proposedAt' | 'renewedAt'>;

/** Stores proposals, so that they can be approved. */
export const propose = async ({ store }: Pick<StorePorts, 'store'>, toStore: Proposed['toStore']): Promise<void> => {
  for (const proposed of toStore) await writeObject(store, keys.proposedPlan(proposed.digest), proposed);
};

const unknown = (prefix: string): ApprovalUnknown =>
  new ApprovalUnknown(
    prefix.length < shortestDigest
      ? `the digest ${prefix} is too short: use at least its first ${shortestDigest} characters`
      : `no pending plan ${prefix} in this store. Run 'headroom plan' first, then approve the digest it prints`,
  );

/**
 * The whole digest of a plan by its first characters, among the proposed plans in this store and the run's plan file.
 * @throws ApprovalUnknown if there is none, ApprovalAmbiguous, with their digests, if there are several
 */
export const approvedDigestOf = async (store: Store, runId: string | null, prefix: string): Promise<string> => {
  const inFile = runId === null ? undefined : await readObject<ProposedPlan>(store, keys.planFile(runId));
  if (prefix.length < shortestDigest) throw unknown(prefix);
  const listed = (await store.list(keys.proposedPlansFrom(prefix))).map(digestOfProposedPlan);
  const proposed = listed.filter((digest) => digest !== undefined);
  const digests = new Set([...proposed, ...(inFile?.digest.startsWith(prefix) ? [inFile.digest] : [])]);
  const [first, ...others] = digests;
  if (first === undefined) throw unknown(prefix);
  if (others.length === 0) return first;
  throw new ApprovalAmbiguous(
    `${digests.size} plans begin with ${prefix}: ${[...digests].join(', ')}; approve one by its whole digest`,
  );
};

/** @throws ApprovalUnknown without a proposed plan, StoreDamaged if its changes have another digest */
export const proposedHere = async (store: Store, digest: string): Promise<ProposedPlan> => {
  const proposed = await readObject<StoredProposedPlan>(store, keys.proposedPlan(digest));
  if (proposed === undefined) throw unknown(digest);
  const texts = [digestText, proposalText].map((textOf) => sha256(textOf(proposed.changes)));
  if (texts.includes(digest)) return proposed;
  throw new StoreDamaged(
    `${keys.proposedPlan(digest)} in the store has other changes than its digest says. Delete it; the next run proposes its plan again.`,
  );
};
