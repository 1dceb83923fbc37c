import { ApprovalAmbiguous, ApprovalUnknown, StoreDamaged } from '../../contract/errors.ts';
import { isOld } from '../../core/approval/approval.ts';
import type { Change, ProposedChange } from '../../core/change/change.ts';
import type { Guardrails } from '../../core/model/policy-document.ts';
import { digestText } from '../../core/plan/order.ts';
import { type Plan, type Summary, shortestDigest } from '../../core/plan/plan-result.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { digestOfProposedPlan, keys } from '../store/keys.ts';
import { readObject, readWithoutLists, writeObject } from '../store/objects.ts';
import type { ProposedPlan, RunObject } from '../store/run-objects.ts';
import { sha256 } from '../store/sha256.ts';
import { usesOf } from './uses.ts';

/** A proposed plan as the store has it: with the run that proposed it. */
export interface StoredProposedPlan extends ProposedPlan {
  readonly runId: string;
  readonly summary: Summary;
}

export const withoutReason = ({
  rule: _rule,
  reasons: _reasons,
  budget: _budget,
  approval: _approval,
  ...written
}: Change): ProposedChange => written;

/** The next step after a refusal. */
export const again = "run 'headroom plan' and approve the current plan";

/**
 * Stores a plan that needs approval as proposed, or the part of a plan that does. One that is there keeps its time, so
 * that its age counts from the first time, unless it has expired or was used.
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
  // The digest covers its changes, and a large plan has hundreds of thousands of them.
  const earlier = await readWithoutLists<StoredProposedPlan>(ports.store, keys.proposedPlan(digest));
  if (earlier !== undefined && !isOld(earlier.proposedAt, guardrails, ports.clock.now())) {
    if ((await usesOf(ports.store, earlier, null)).length === 0) return;
  }
  const changes = waiting.changes.map(withoutReason);
  const now: StoredProposedPlan = { digest, proposedAt: startedAt, projects: asked, changes, runId, summary };
  await writeObject(ports.store, keys.proposedPlan(digest), now);
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
  if (sha256(digestText(proposed.changes)) === digest) return proposed;
  throw new StoreDamaged(
    `${keys.proposedPlan(digest)} in the store has other changes than its digest says. Delete it; the next run proposes its plan again.`,
  );
};
