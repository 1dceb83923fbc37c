import { judgeAudit } from '../../core/status/audit.ts';
import { problem, type StatusLine } from '../../core/status/status.ts';
import type { Store } from '../../ports.ts';
import { readHead } from '../../run/audit/chain.ts';
import { lastEndNamed } from '../../run/audit/witnesses.ts';
import { learn } from '../../run/status/store-facts.ts';

/** Whether the audit lost files at its end; no line if it did not. */
export const auditLines = async (store: Store): Promise<StatusLine[]> => {
  // Records of runs first: the audit may grow meanwhile.
  const ends = await learn(async () => ({ named: await lastEndNamed(store), head: (await readHead(store)).end }));
  return 'error' in ends ? [problem('audit', ends.error, 'check --store')] : judgeAudit(ends.value);
};
