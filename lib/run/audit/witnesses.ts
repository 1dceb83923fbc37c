import type { AuditLink } from '../../core/audit/audit.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole } from '../store/objects.ts';
import type { Seal } from '../store/schemas/run.ts';
import { filesOf } from './log.ts';

/** A file of the audit as another object of the store names it. */
export interface Witness {
  /** Key of that object. */
  readonly key: string;
  readonly sequence: number;
  /** What it knows of the file besides: its hash, or the run whose writes the file has. */
  readonly hash?: string;
  readonly runId?: string;
}

const ofSummary = (key: string, { audit }: RunSummary): Witness[] =>
  audit === undefined || audit.sequence === 0 ? [] : [{ key, ...audit }];

const ofSeal = (runId: string, seal: Seal | undefined): Witness[] =>
  seal === undefined ? [] : filesOf(seal).map((sequence) => ({ key: keys.sealed(runId), sequence, runId }));

/**
 * What the records of runs know of the audit, so that a chain without its last files does not look whole. A record that
 * cannot be read names nothing.
 */
export const auditWitnesses = async (store: Store): Promise<Witness[]> => {
  const witnesses = await inBatches(await store.list(keys.runSummaries), async (key) => {
    const summary = await readIfWhole<RunSummary>(store, key);
    if (summary === undefined) return [];
    const { runId } = summary;
    return [...ofSummary(key, summary), ...ofSeal(runId, await readIfWhole<Seal>(store, keys.sealed(runId)))];
  });
  return witnesses.flat();
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
