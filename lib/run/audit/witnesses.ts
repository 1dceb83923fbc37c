import type { AuditLink } from '../../core/audit/audit.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole } from '../store/objects.ts';

/** A file of the audit as another object of the store names it. */
export interface Witness extends AuditLink {
  /** Key of that object. */
  readonly key: string;
}

/**
 * What the records of runs know of the audit, so that a chain without its last files does not look whole. A record that
 * cannot be read names nothing.
 */
export const auditWitnesses = async (store: Store): Promise<Witness[]> => {
  const witnesses = await inBatches(await store.list(keys.runSummaries), async (key) => {
    const summary = await readIfWhole<RunSummary>(store, key);
    const sealed = keys.sealed(summary?.runId ?? '');
    const seal = summary && (await readIfWhole<AuditLink>(store, sealed));
    return [...(summary?.audit ? [{ key, ...summary.audit }] : []), ...(seal ? [{ key: sealed, ...seal }] : [])];
  });
  return witnesses.flat().filter(({ sequence }) => sequence > 0);
};

/** Ended runs that a look at the status reads. */
const latestRuns = 50;

/** The last end of the audit that the latest runs name; undefined if none names one. */
export const lastEndNamed = async (store: Store): Promise<(AuditLink & { readonly runId: string }) | undefined> => {
  const latest = (await store.list(keys.runSummaries)).slice(-latestRuns);
  const summaries = await inBatches(latest, (key) => readIfWhole<RunSummary>(store, key));
  const ends = summaries.flatMap((summary) => (summary?.audit ? [{ ...summary.audit, runId: summary.runId }] : []));
  return ends.sort((a, b) => b.sequence - a.sequence)[0];
};
