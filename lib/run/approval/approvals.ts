import { ApprovalExpired, ApprovalUnknown, ApprovalUsed, StoreDamaged } from '../../contract/errors.ts';
import {
  type Approval,
  approvalFrom,
  givenNow,
  isFromFuture,
  type OpenApproval,
} from '../../core/approval/approval.ts';
import { requestOf } from '../../core/audit/holder-text.ts';
import type { Guardrails } from '../../core/model/policy-document.ts';
import type { PlanPorts, StorePorts } from '../../ports.ts';
import { digestOfApproval, keys } from '../store/keys.ts';
import { readObject, updateObject } from '../store/objects.ts';
import type { ProposedPlan, RunObject } from '../store/run-objects.ts';
import type { StoredApproval } from '../store/schemas/approval.ts';
import { approveCurrent, approvedDigestOf, proposedHere } from './proposed-plans.ts';
import { isAbout, usesOf } from './uses.ts';

type ApprovalPorts = Pick<PlanPorts, 'store' | 'clock' | 'approvalRule' | 'approver'>;

/** Who asks for an approval. */
interface Asking {
  /** A repeated task of a run does not count its own uses; null for a person without a run. */
  readonly runId: string | null;
  /** Whether all of the plan or nothing is wanted. */
  readonly exact: boolean;
}

/** The approval of a proposed plan, from what run, person and later runs have stored. @throws StoreDamaged */
const approvalOf = async (
  { store, clock }: StorePorts,
  proposed: ProposedPlan,
  { runId, exact }: Asking,
  guardrails: Guardrails,
): Promise<Approval> => {
  const stored = await readObject<StoredApproval>(store, keys.approval(proposed.digest));
  // The same plan may be proposed again, and then needs another approval.
  const isGiven = stored?.digest === proposed.digest && isAbout(proposed, stored);
  const uses = await usesOf(store, proposed, runId);
  return approvalFrom({ proposed, given: isGiven ? stored : undefined, uses }, exact, guardrails, clock.now());
};

/** Why an approval allows nothing. */
const refusal = (approval: Exclude<Approval, OpenApproval>, guardrails: Guardrails, nowMs: number): Error => {
  const { digest } = approval;
  switch (approval.state) {
    case 'pending':
      return new ApprovalUnknown(
        `plan ${digest} is not approved yet, and starting a run does not approve it: an approver runs headroom approve ${digest}`,
      );
    case 'used': {
      const { runId, at } = approval.last;
      return new ApprovalUsed(`plan ${digest} was used by run ${runId} at ${at}; ${approveCurrent}`);
    }
    case 'expired': {
      const { from, at } = approval;
      const why = isFromFuture(at, nowMs)
        ? `in the future, at ${at}; check the clocks`
        : `at ${at} and has expired: approvalHours in the guardrails is ${guardrails.approvalHours}`;
      return new ApprovalExpired(`plan ${digest} was ${from} ${why}; ${approveCurrent}`);
    }
    default:
      return approval satisfies never;
  }
};

/**
 * The approval of a proposed plan, which the request itself gives where no person has.
 * @param by who gives it then
 * @throws ApprovalUsed, ApprovalExpired; ApprovalUnknown if only an approval in the store counts, and there is none
 */
const openFor = async (
  ports: ApprovalPorts,
  asking: Asking,
  proposed: ProposedPlan,
  guardrails: Guardrails,
  by: () => Promise<string>,
): Promise<OpenApproval> => {
  const approval = await approvalOf(ports, proposed, asking, guardrails);
  if (approval.state === 'approved') return approval;
  const nowMs = ports.clock.now();
  if (approval.state === 'pending' && ports.approvalRule !== 'stored')
    return givenNow(approval, await by(), guardrails, nowMs);
  throw refusal(approval, guardrails, nowMs);
};

/** The plans that a run must match as a whole, and the approvals under which it may write. */
export interface Approvals {
  /** The plan of a file, and the approved plan of an exact request: all of it or nothing. */
  readonly exact: readonly ProposedPlan[];
  /** The approval that the request names. */
  readonly named: OpenApproval | undefined;
}

/** The plan of a file is used once, while it is young; whether people approved it elsewhere does not matter. @throws */
const assertUsable = async (ports: ApprovalPorts, inFile: ProposedPlan, runId: string, guardrails: Guardrails) => {
  const nowMs = ports.clock.now();
  const uses = await usesOf(ports.store, inFile, runId);
  const approval = approvalFrom({ proposed: inFile, given: undefined, uses }, true, guardrails, nowMs);
  if (approval.state === 'used' || approval.state === 'expired') throw refusal(approval, guardrails, nowMs);
};

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
  const { runId, approvedDigest } = run;
  const inFile = await readObject<ProposedPlan>(store, keys.planFile(runId));
  if (inFile !== undefined) await assertUsable(ports, inFile, runId, guardrails);
  if (approvedDigest === null) return { exact: inFile === undefined ? [] : [inFile], named: undefined };
  const proposed = approvedDigest === inFile?.digest ? inFile : await proposedHere(store, approvedDigest);
  const exact = [...new Set([...(inFile === undefined ? [] : [inFile]), ...(run.exact ? [proposed] : [])])];
  const asking = { runId, exact: run.exact === true || inFile !== undefined };
  const by = ports.approver ?? (async () => requestOf(runId));
  return { exact, named: await openFor(ports, asking, proposed, guardrails, by) };
};

/**
 * Every open approval in the store, for runs that name none. An approval that cannot be read, or that has another plan than its key
 * says, allows nothing.
 */
export const openApprovals = async (
  ports: StorePorts,
  guardrails: Guardrails,
  runId: string | null,
): Promise<OpenApproval[]> => {
  const open: OpenApproval[] = [];
  for (const key of await ports.store.list(keys.approvals)) {
    try {
      const proposed = await proposedHere(ports.store, digestOfApproval(key));
      const approval = await approvalOf(ports, proposed, { runId, exact: false }, guardrails);
      if (approval.state === 'approved') open.push(approval);
    } catch (error) {
      if (!(error instanceof StoreDamaged || error instanceof ApprovalUnknown)) throw error;
    }
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
  const proposed = await proposedHere(ports.store, await approvedDigestOf(ports.store, null, prefix));
  const open = await openFor(ports, { runId: null, exact }, proposed, guardrails, async () => by);
  await storeApproval(ports, open);
  return open;
};

/** Stores the approval of a request, unless the plan is approved already. */
export const storeApproval = async ({ store }: StorePorts, open: OpenApproval): Promise<void> => {
  const { digest, approvedAt, by, exact } = open;
  const proposed = await readObject<ProposedPlan>(store, keys.proposedPlan(digest));
  // The plan of a file is used at once, so that its use is the only record.
  if (proposed === undefined) return;
  const approval: StoredApproval = { digest, proposedAt: proposed.proposedAt, approvedAt, by, exact };
  await updateObject<StoredApproval>(store, keys.approval(digest), (stored) =>
    stored !== undefined && isAbout(proposed, stored) ? undefined : approval,
  );
};
