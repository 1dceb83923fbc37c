import type { AuditedWrite } from './audit.ts';
import { callerText, holderText } from './holder-text.ts';

/**
 * Who approved a plan by naming it in a run request. Requests are written by anyone who may start a run, so the name in them
 * is not repeated: on AWS the run is an execution of this name, and CloudTrail has its caller.
 */
export const requestOf = (runId: string): string => `the request of run ${runId}`;

type Requested = Pick<AuditedWrite, 'runId' | 'trigger' | 'approval'>;

/** Who asked for the run of a write, with the whole name. */
export const requesterOf = ({ trigger }: Requested): string => trigger.by || trigger.kind;

/** Who approved a write, with the whole name, where that is not the requester of its run. */
export const approverOf = (write: Requested): string | undefined => {
  const by = write.approval?.by ?? '';
  const requester = requesterOf(write);
  const isRequester = by === requester || by === requestOf(write.runId) || holderText(requester).endsWith(` by ${by}`);
  return by === '' || isRequester ? undefined : by;
};

/** Who asked for the run of a write and who approved the write, with short names. */
export const requesterText = (write: Requested): string => {
  const [requester, approver] = [holderText(requesterOf(write)), approverOf(write)];
  return approver === undefined ? requester : `${requester}, approved by ${callerText(approver)}`;
};
