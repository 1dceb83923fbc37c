import { storeKeys } from '../../contract/store-keys.ts';
import type { Delivery } from '../../core/notices/delivery.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import { headOf, problemOf } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import type { ProposedPlan, RunObject, StoredReport } from '../store/run-objects.ts';
import type { ApprovalUse, StoredApproval } from '../store/schemas/approval.ts';
import type { PolicyVersion } from '../store/schemas/memory.ts';
import type { Unsealed } from '../store/schemas/run.ts';

type KeyOf = (value: never) => string;

/** The key that the content of an object names, by the pattern of its key. A kind without a row does not name itself. */
const named: Readonly<Record<string, KeyOf>> = {
  [storeKeys.policyVersion]: ({ at, digest }: PolicyVersion) => keys.policyVersion(at, digest),
  [keys.proposedPlan('*')]: ({ digest }: ProposedPlan) => keys.proposedPlan(digest),
  [keys.approval('*')]: ({ digest }: StoredApproval) => keys.approval(digest),
  [keys.approvalUse('*')]: ({ digest }: ApprovalUse) => keys.approvalUse(digest),
  [keys.delivery('*')]: ({ id }: Delivery) => keys.delivery(id),
  [keys.delivered('*')]: ({ id }: Delivery) => keys.delivered(id),
  [keys.deadLetter('*')]: ({ id }: Delivery) => keys.deadLetter(id),
  [storeKeys.runSummary]: ({ startedAt, runId }: RunSummary) => keys.runSummary(startedAt, runId),
  [keys.unsealedRun('*')]: ({ runId }: Unsealed) => keys.unsealedRun(runId),
  [keys.run('*')]: ({ runId }: RunObject) => keys.run(runId),
  [storeKeys.report]: ({ runId }: StoredReport) => keys.report(runId),
};

const patterns = Object.entries(named).map(([pattern, keyOf]) => {
  const names = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+');
  return [new RegExp(`^${names}$`), keyOf as (value: unknown) => string] as const;
});

const namingProblem = (key: string, body: string): string | undefined => {
  const keyOf = patterns.find(([pattern]) => pattern.test(key))?.[1];
  const content = keyOf && headOf(key, body);
  if (content === undefined || 'problem' in content) return undefined;
  const expected = keyOf?.(content.value);
  return expected === key ? undefined : `its content belongs to ${expected}`;
};

/**
 * Why an object cannot be read, or is not the one of its key: an approval under another digest would allow another plan.
 * Undefined if neither is so.
 */
export const objectProblem = (key: string, body: string): string | undefined =>
  problemOf(key, body) ?? namingProblem(key, body);
