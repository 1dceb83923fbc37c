import { ApprovalUsed } from '../../contract/errors.ts';
import type { AuditedWrite } from '../../core/audit/audit.ts';
import type { ProposedChange } from '../../core/change/change.ts';
import { isoInstant } from '../../core/model/durations.ts';
import { subjectKey, subjectText } from '../../core/plan/difference.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, readObject, updateObject } from '../store/objects.ts';
import type { ProposedPlan } from '../store/run-objects.ts';
import type { ApprovalUse } from '../store/schemas/approval.ts';

/** Whether a record about a plan belongs to this proposed plan, or to a later one of the same digest. An unreadable time does not. */
export const isAbout = (
  { proposedAt }: Pick<ProposedPlan, 'proposedAt'>,
  record: Pick<ProposedPlan, 'proposedAt'>,
): boolean => Date.parse(record.proposedAt) >= Date.parse(proposedAt);

/** The uses of a proposed plan by other runs: a repeated task of a run does not count its own. */
const othersIn = (use: ApprovalUse | undefined, proposed: Pick<ProposedPlan, 'proposedAt'>, runId: string | null) =>
  use === undefined || !isAbout(proposed, use) ? [] : use.runs.filter((run) => run.runId !== runId);

/** What runs have used of a proposed plan. @throws StoreDamaged */
export const usesOf = async (
  store: Store,
  proposed: Pick<ProposedPlan, 'digest' | 'proposedAt'>,
  runId: string | null,
): Promise<ApprovalUse['runs']> =>
  othersIn(await readObject<ApprovalUse>(store, keys.used(proposed.digest)), proposed, runId);

/** Changes of an approved plan that a run uses, by their indexes. */
export interface Reservation {
  readonly digest: string;
  readonly proposedAt: string;
  readonly indexes: readonly number[];
}

const usedAgain = "another run just used it; run 'headroom plan' and approve the current plan";

/**
 * Reserves approved changes for a run before its first write: of two runs that use the same change, one succeeds. If the
 * run dies, all of them count as used. Idempotent within a run.
 * @throws ApprovalUsed if another run has used one of them; StoreUnavailable if the store rejects every change
 */
export const reserve = async (
  { store, clock }: StorePorts,
  runId: string,
  { digest, proposedAt, indexes }: Reservation,
): Promise<void> => {
  await updateObject<ApprovalUse>(store, keys.used(digest), (stored) => {
    const others = othersIn(stored, { proposedAt }, runId);
    const taken = new Set(others.flatMap((run) => run.indexes));
    if (indexes.some((index) => taken.has(index))) throw new ApprovalUsed(`plan ${digest}: ${usedAgain}`);
    const mine = { runId, at: isoInstant(clock.now()), indexes: [...indexes] };
    return { digest, proposedAt, runs: [...others, mine] };
  });
};

/** The reserved changes that were written, or may have been: only a refusal of the platform changes nothing for certain. */
const written = (
  indexes: readonly number[],
  changes: readonly ProposedChange[],
  writes: readonly AuditedWrite[],
): number[] => {
  const sent = new Set(writes.filter(({ status }) => status !== 'failed').map(subjectKey));
  return indexes.filter((index) => sent.has(subjectText(changes[index] as ProposedChange)));
};

/** The digests of the approved plans that a plan may use: its own, if it is the approved one, and those it names. */
const digestsIn = ({ digest, approval }: Pick<Plan, 'digest' | 'approval'>): string[] => [
  ...new Set([digest, ...(approval?.used ?? []).map((used) => used.digest)]),
];

/**
 * Gives back the reserved changes of an ended run that it certainly did not make, so that a later run may make them under
 * the same approval. Without it they stay used, which is safe; so an unreadable object changes nothing.
 * @param writesOf reads what the run wrote; called only if it used an approval
 */
export const releaseUnused = async (
  store: Store,
  runId: string,
  plan: Pick<Plan, 'digest' | 'approval'>,
  writesOf: () => Promise<readonly AuditedWrite[]>,
): Promise<void> => {
  for (const digest of digestsIn(plan)) {
    const stored = await readIfWhole<ApprovalUse>(store, keys.used(digest));
    if (!stored?.runs.some((run) => run.runId === runId)) continue;
    const proposed = await readIfWhole<ProposedPlan>(store, keys.proposedPlan(digest));
    const writes = await writesOf();
    await updateObject<ApprovalUse>(store, keys.used(digest), (use) => {
      if (use === undefined || use.proposedAt !== proposed?.proposedAt) return undefined;
      const runs = use.runs.map((run) =>
        run.runId === runId ? { ...run, indexes: written(run.indexes, proposed.changes, writes) } : run,
      );
      return JSON.stringify(runs) === JSON.stringify(use.runs) ? undefined : { ...use, runs };
    });
  }
};
