import type { OpenApproval } from '../approval/approval.ts';
import { callerText } from '../audit/holder-text.ts';
import { inWords } from '../model/durations.ts';
import { ok, type StatusLine } from './status.ts';

const approvalText = ({ digest, by, changes, used, expiresAt }: OpenApproval, nowMs: number): string => {
  const expires = inWords(Date.parse(expiresAt) - nowMs);
  const left = `${changes.length - used.size} of ${changes.length} changes left`;
  return `${digest.slice(0, 12)}${by === '' ? '' : ` by ${callerText(by)}`}: ${left}, expires in ${expires}`;
};

/** The unused part of each approval; no line without approvals. */
export const judgeApprovals = (open: readonly OpenApproval[], nowMs: number): StatusLine[] =>
  open.length === 0 ? [] : [ok('approvals', open.map((approval) => approvalText(approval, nowMs)).join('; '))];
