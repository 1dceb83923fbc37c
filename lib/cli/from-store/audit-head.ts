import type { AuditLink } from '../../core/audit/audit.ts';
import { UsageError } from '../shell/usage-error.ts';

/** The end of the audit that `--head` names, as a copy outside of the store has it. @throws UsageError */
export const auditHeadIn = (text: string | undefined): AuditLink | undefined => {
  if (text === undefined) return undefined;
  const [, sequence, hash] = /^(\d{1,10}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined)
    throw new UsageError(
      '--head: must be SEQUENCE:HASH, as headroom audit --verify and the event RunCompleted name it',
    );
  return { sequence: Number(sequence), hash };
};
