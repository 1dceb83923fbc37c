import { ApprovalExpired, ApprovalUnknown } from '../../contract/errors.ts';
import type { RunRequest } from '../../contract/run-request.ts';
import { isOld } from '../../core/approval/approval.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Guardrails } from '../../core/model/policy-document.ts';
import { appliesPolicy } from '../../core/plan/plan-input.ts';
import type { Ports, StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, writeObject } from '../store/objects.ts';
import type { ApprovedRequest } from '../store/schemas/approval.ts';
import { sha256 } from '../store/sha256.ts';

/**
 * An undo, an adoption, a reclaim or added storage applies no policy, and an undo may overrule the mode. Where roles of
 * approvers are named, a caller who may start a run does not decide on that alone: an approver stores the same request first.
 */

type Overruling = Pick<
  RunRequest,
  'undo' | 'undoPart' | 'underStop' | 'adopt' | 'reclaim' | 'grow' | 'only' | 'duringFreeze'
>;

/**
 * The part of a request that an approver approves, as JSON: members in one order, and without a quote that a shell would end at.
 */
export const approvedPart = ({
  undo,
  undoPart,
  underStop,
  adopt,
  reclaim,
  grow,
  only,
  duringFreeze,
}: Overruling): string =>
  JSON.stringify({
    undo,
    undoPart: undoPart && { projects: undoPart.projects, services: undoPart.services },
    underStop: underStop || undefined,
    adopt: adopt?.map(({ project, service }) => ({ project, service })),
    reclaim: reclaim?.map(({ project, service }) => ({ project, service })),
    grow: grow && { project: grow.project, service: grow.service, gb: grow.gb },
    only: duringFreeze && only && { project: only.project, service: only.service },
    duringFreeze,
  }).replaceAll("'", '\\u0027');

const keyOf = (request: Overruling): string => keys.approvedRequest(sha256(approvedPart(request)));

type RequestPorts = StorePorts & Pick<Ports, 'approvalRule'>;

/** A request that only looks changes nothing, unless it reads although the mode is stop. */
const needsNone = (request: RunRequest): boolean =>
  (appliesPolicy(request) && request.duringFreeze === undefined) || (request.readOnly && request.underStop !== true);

/**
 * @throws ApprovalUnknown, with the command that approves the request, or ApprovalExpired if only an approval in the store
 *   counts and there is none
 */
export const assertRequestApproved = async (
  { store, clock, approvalRule }: RequestPorts,
  request: RunRequest,
  guardrails: Guardrails,
): Promise<void> => {
  if (approvalRule !== 'stored' || needsNone(request)) return;
  const approved = await readObject<ApprovedRequest>(store, keyOf(request));
  const remedy = `an approver runs headroom approve --request '${approvedPart(request)}' --stack NAME`;
  if (approved === undefined)
    throw new ApprovalUnknown(
      `starting a run approves no undo, adoption, reclaim, added storage or change during a freeze: ${remedy}`,
    );
  if (isOld(approved.approvedAt, guardrails, clock.now()))
    throw new ApprovalExpired(`the request was approved at ${approved.approvedAt} and has expired: ${remedy}`);
};

/** Approves a request: runs with the same part may start until the approval expires. */
export const approveRequest = async (
  { store, clock }: StorePorts,
  request: Overruling,
  by: string,
): Promise<ApprovedRequest> => {
  const approved = { request: approvedPart(request), approvedAt: isoInstant(clock.now()), by };
  await writeObject(store, keyOf(request), approved satisfies ApprovedRequest);
  return approved;
};
