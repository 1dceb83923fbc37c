import { callerText } from '../../core/audit/holder-text.ts';
import { counted } from '../../core/model/visible-text.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { shortDigest } from '../shell/short-text.ts';

/** How approvals bound a plan, in words for the console and for reports. */

/** The used and the unused part of each approval. */
export const approvalTexts = ({ approval }: Plan): readonly (readonly [approval: string, use: string])[] =>
  (approval?.used ?? []).map(({ digest, by, changes, left, expiresAt }) => [
    `${shortDigest(digest)}${by === '' ? '' : ` by ${callerText(by)}`}`,
    `${counted(changes, 'change')} now, ${left} left until ${expiresAt}`,
  ]);

/** Grants that wait for money; empty if there are none. */
export const unfundedText = ({ approval }: Plan): string => {
  const changes = approval?.waiting.length ?? 0;
  return changes === 0 ? '' : `${counted(changes, 'change')}, for money that changes without approval free`;
};
