import type { Change, ChangeResult } from '../../core/change/change.ts';
import { type LastApplied, lastAppliedAfter, touchedBy } from '../../core/service/last-applied.ts';
import type { Platform, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { needObject, readObject, writeObject } from '../store/objects.ts';
import type { ProgressObject, ResultList, SurveyObject } from '../store/run-objects.ts';
import type { Part } from './progress.ts';

/** State that Headroom last applied to the services of a project; outlives runs. */
interface LastAppliedObject {
  readonly services: readonly LastApplied[];
}

/** @throws StoreUnavailable */
export const readLastApplied = async (store: Store, project: string): Promise<readonly LastApplied[]> =>
  (await readObject<LastAppliedObject>(store, keys.lastApplied(project)))?.services ?? [];

const writeLastApplied = (store: Store, project: string, services: readonly LastApplied[]): Promise<void> =>
  writeObject(store, keys.lastApplied(project), { services } satisfies LastAppliedObject);

/**
 * Deletes the last applied state of the services that are about to change: if the task dies, its own changes must not look
 * like drift.
 */
export const forgetLastApplied = async (store: Store, project: string, changes: readonly Change[]): Promise<void> => {
  const touched = touchedBy(changes);
  const stored = await readLastApplied(store, project);
  const others = stored.filter(({ service }) => !touched.has(service));
  if (others.length < stored.length) await writeLastApplied(store, project, others);
};

/** Results of both phases for the services of the later phase. */
const resultsOf = async (store: Store, { runId, phase, project }: Part, results: ResultList): Promise<ResultList> => {
  if (phase === 'release') return results;
  const touched = touchedBy(results);
  const released = (await readObject<ResultList>(store, keys.results(runId, 'release', project))) ?? [];
  return [...released.filter(({ service }) => service !== null && touched.has(service)), ...results];
};

/** Records the confirmed state of the services that were written to. */
export const recordLastApplied = async (
  { store, platform }: { readonly store: Store; readonly platform: Pick<Platform, 'lastAnswerAt'> },
  part: Part,
  results: readonly ChangeResult[],
): Promise<void> => {
  const touched = touchedBy(results);
  if (touched.size === 0) return;
  const { runId, phase, project } = part;
  const snapshot = await needObject<SurveyObject>(store, keys.snapshot(runId, project));
  const progress = await readObject<ProgressObject>(store, keys.progress(runId, phase, project));
  const createdIds = new Map(progress?.made);
  // The last answer is that of reading back, or a later one.
  const fresh = lastAppliedAfter(snapshot, await resultsOf(store, part, results), createdIds, platform.lastAnswerAt());
  if (fresh.length === 0) return;
  const present = new Set(snapshot.services.map(({ name }) => name));
  const stored = await readLastApplied(store, project);
  const others = stored.filter(({ service }) => present.has(service) && !touched.has(service));
  await writeLastApplied(store, project, [...others, ...fresh]);
};
