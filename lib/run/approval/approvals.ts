import { ApprovalUnknown, ApprovalUsed, StoreDamaged } from '../../contract/errors.ts';
import { requestOf } from '../../core/audit/requester-text.ts';
import type { OpenApproval } from '../../core/approval/approved-part.ts';
import { hourMs, isoInstant } from '../../core/model/durations.ts';
import type { Guardrails } from '../../core/model/policy-document.ts';
import { digestText } from '../../core/plan/order.ts';
import type { PlanPorts, Store, StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, readObject, updateObject } from '../store/objects.ts';
import type { ProposedPlan, RunObject } from '../store/run-objects.ts';
import type { Approval } from '../store/schemas/approval.ts';
import { sha256 } from '../store/sha256.ts';
import { again, approvedDigestOf, assertYoung, isOld, proposedHere } from './proposed-plans.ts';
import { approvalOf, isAbout, usesOf } from './uses.ts';

type ApprovalPorts = Pick<PlanPorts, 'store' | 'clock' | 'approvalRule' | 'approver'>;

const usedText = (
  { digest }: ProposedPlan,
  runs: readonly { readonly runId: string; readonly at: string }[],
): string => {
  const last = runs.at(-1);
  return `plan ${digest} was used by run ${last?.runId} at ${last?.at}; ${again}`;
};

interface Standing {
  readonly proposed: ProposedPlan;
  readonly approval: Approval;
  readonly used: ReadonlySet<number>;
}

const openOf = ({ proposed, approval, used }: Standing, { approvalHours }: Guardrails): OpenApproval => ({
  digest: proposed.digest,
  proposedAt: proposed.proposedAt,
  by: approval.by,
  approvedAt: approval.approvedAt,
  expiresAt: isoInstant(Date.parse(approval.approvedAt) + approvalHours * hourMs),
  isWhole: proposed.projects === null,
  exact: approval.exact,
  changes: proposed.changes,
  used,
});

/** The run that uses an approval: its own earlier uses do not count. */
interface UsingRun extends Pick<RunObject, 'exact'> {
  /** Null for a person who approves without a run. */
  readonly runId: string | null;
  /** Who approves if no approval is in the store. */
  readonly by: () => Promise<string>;
}

/**
 * The approval of a proposed plan. One without an approval in the store is approved by the request itself.
 * @throws ApprovalUsed, ApprovalExpired; ApprovalUnknown if only an approval in the store counts, and there is none
 */
const approvalFor = async (
  { store, clock, approvalRule }: ApprovalPorts,
  run: UsingRun,
  guardrails: Guardrails,
  proposed: ProposedPlan,
): Promise<OpenApproval> => {
  const { digest, proposedAt } = proposed;
  const nowMs = clock.now();
  const stored = await approvalOf(store, proposed);
  const runs = await usesOf(store, proposed, run.runId);
  const used = new Set(runs.flatMap(({ places }) => places));
  const exact = run.exact === true || stored?.exact === true;
  if (runs.length > 0 && (exact || used.size >= proposed.changes.length)) {
    throw new ApprovalUsed(usedText(proposed, runs));
  }
  if (stored === undefined && approvalRule === 'stored') {
    throw new ApprovalUnknown(
      `plan ${digest} is not approved yet, and starting a run does not approve it: an approver runs headroom approve ${digest}`,
    );
  }
  if (stored === undefined) assertYoung(digest, 'proposed', proposedAt, guardrails, nowMs);
  else assertYoung(digest, 'approved', stored.approvedAt, guardrails, nowMs);
  const approvedAt = isoInstant(nowMs);
  const approval = stored ?? { digest, proposedAt, approvedAt, by: await run.by(), exact };
  return openOf({ proposed, approval: { ...approval, exact }, used }, guardrails);
};

/** The plans that a run must match as a whole, and the approvals under which it may write. */
export interface Approvals {
  /** The plan of a file, and the approved plan of an exact request: all of it or nothing. */
  readonly exact: readonly ProposedPlan[];
  /** The approval that the request names. */
  readonly named: OpenApproval | undefined;
}

/**
 * The plan of the run's file and the approval that its request names. A file contains the proposed plan, so its approval needs
 * none in the store.
 * @throws ApprovalUnknown, ApprovalUsed, ApprovalExpired
 */
export const approvalsNamed = async (
  ports: ApprovalPorts,
  run: RunObject,
  guardrails: Guardrails,
): Promise<Approvals> => {
  const { store } = ports;
  const inFile = await readObject<ProposedPlan>(store, keys.planFile(run.runId));
  const { approvedDigest } = run;
  if (inFile !== undefined) {
    const runs = await usesOf(store, inFile, run.runId);
    if (runs.length > 0) throw new ApprovalUsed(usedText(inFile, runs));
    assertYoung(inFile.digest, 'proposed', inFile.proposedAt, guardrails, ports.clock.now());
  }
  if (approvedDigest === null) return { exact: inFile === undefined ? [] : [inFile], named: undefined };
  const proposed = approvedDigest === inFile?.digest ? inFile : await proposedHere(store, approvedDigest);
  const exact = [...new Set([...(inFile === undefined ? [] : [inFile]), ...(run.exact ? [proposed] : [])])];
  const by = ports.approver ?? (async () => requestOf(run.runId));
  const using = { runId: run.runId, exact: run.exact === true || inFile !== undefined, by };
  const named = await approvalFor(ports, using, guardrails, proposed);
  return { exact, named };
};

/** What runs have used of a proposed plan; undefined if the record of it cannot be read. */
const usesIfWhole = async (store: Store, proposed: ProposedPlan, runId: string | null) => {
  try {
    return await usesOf(store, proposed, runId);
  } catch (error) {
    if (error instanceof StoreDamaged) return undefined;
    throw error;
  }
};

/**
 * The approval of a key with its proposed plan; undefined if either, or what runs have used of it, cannot be read, or they do not
 * belong together.
 */
const standingAt = async (store: Store, key: string, runId: string | null): Promise<Standing | undefined> => {
  const approval = await readIfWhole<Approval>(store, key);
  if (approval === undefined || key !== keys.approval(approval.digest)) return undefined;
  const proposed = await readIfWhole<ProposedPlan>(store, keys.proposedPlan(approval.digest));
  if (proposed === undefined || !isAbout(proposed, approval)) return undefined;
  if (sha256(digestText(proposed.changes)) !== approval.digest) return undefined;
  const runs = await usesIfWhole(store, proposed, runId);
  if (runs === undefined || (approval.exact && runs.length > 0)) return undefined;
  return { proposed, approval, used: new Set(runs.flatMap(({ places }) => places)) };
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
    if (standing === undefined || standing.used.size >= standing.proposed.changes.length) continue;
    if (!isOld(standing.approval.approvedAt, guardrails, clock.now())) open.push(openOf(standing, guardrails));
  }
  return open;
};

/** Who approves which plan, and how. */
interface Approving {
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
  const proposed = await proposedHere(ports.store, digest);
  const open = await approvalFor(ports, { runId: null, by: async () => by, exact }, guardrails, proposed);
  await storeApproval(ports, open);
  return open;
};

/** Stores the approval of a request, unless the plan is approved already. */
export const storeApproval = async ({ store }: StorePorts, open: OpenApproval): Promise<void> => {
  const { digest, approvedAt, by, exact } = open;
  const proposed = await readObject<ProposedPlan>(store, keys.proposedPlan(digest));
  // The plan of a file is used at once, so that its use is the only record.
  if (proposed === undefined) return;
  const approval: Approval = { digest, proposedAt: proposed.proposedAt, approvedAt, by, exact };
  await updateObject<Approval>(store, keys.approval(digest), (stored) =>
    stored !== undefined && isAbout(proposed, stored) ? undefined : approval,
  );
};
