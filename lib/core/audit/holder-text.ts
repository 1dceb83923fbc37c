import type { AuditedWrite } from './audit.ts';

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

/** Name of a process as the holder of a lease (`holderName`). */
export const holderPattern = /, process (?<pid>\d+) on (?<host>[^ ]+)(?: \((?<realm>.*)\))?$/;

/** The page of a CI run behind the name of a person. */
const runPage = / \((?<page>https?:\/\/[^ ]+)\)$/;

/** Short name of a holder for users: the command and its CI run, else its machine: the machine of a CI run says nothing. */
export const holderText = (holder: string): string => {
  const { host } = holderPattern.exec(holder)?.groups ?? {};
  const name = holder.replace(holderPattern, '');
  return host === undefined || runPage.test(name) ? name : `${name} on ${host}`;
};

/** The same where space is short: the CI run by its number, `headroom apply by octocat (run 7)`. */
export const shortHolderText = (holder: string): string =>
  holderText(holder).replace(runPage, (_, page: string) => ` (run ${page.slice(page.lastIndexOf('/') + 1)})`);

const arnPattern = /^arn:[^:]*:(?:iam|sts)::(?<account>\d+):(?:assumed-role\/)?(?<name>[^ ]+)(?<claim> for .+)?$/;

/**
 * Who wrote a record, for people: `Role/session (AWS account 111122223333)` for an ARN, and behind it the person that the caller
 * claims to act for; any other name as it is.
 */
export const callerText = (by: string): string => {
  const { account, name, claim = '' } = arnPattern.exec(by)?.groups ?? {};
  return name === undefined ? by : `${name} (AWS account ${account})${claim}`;
};
