import type { Change, ChangeResult } from '../../core/change/change.ts';
import { type LastApplied, lastAppliedAfter, touchedBy } from '../../core/service/last-applied.ts';
import type { Platform, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { needObject, readObject, writeObject } from '../store/objects.ts';
import type { ProgressObject, ResultList, SurveyObject } from '../store/run-objects.ts';
import type { Part } from './progress.ts';

/** What Headroom last applied to the services of a project; outlives runs. */
interface LastAppliedObject {
  readonly services: readonly LastApplied[];
}

/** @throws StoreUnavailable */
export const readLastApplied = async (store: Store, project: string): Promise<readonly LastApplied[]> =>
  (await readObject<LastAppliedObject>(store, keys.lastApplied(project)))?.services ?? [];

const writeLastApplied = (store: Store, project: string, services: readonly LastApplied[]): Promise<void> =>
  writeObject(store, keys.lastApplied(project), { services } satisfies LastAppliedObject);

/**
 * Forgets what was left of the services that are about to be written to: if the task dies on the way, what it has done
 * must not look like somebody else's doing.
 */
export const forgetLastApplied = async (store: Store, project: string, changes: readonly Change[]): Promise<void> => {
  const touched = touchedBy(changes);
  const known = await readLastApplied(store, project);
  const kept = known.filter(({ service }) => !touched.has(service));
  if (kept.length < known.length) await writeLastApplied(store, project, kept);
};

/** What both phases of the run have done to the services that the later one has written to. */
const resultsOf = async (store: Store, { runId, phase, project }: Part, results: ResultList): Promise<ResultList> => {
  if (phase === 'release') return results;
  const touched = touchedBy(results);
  const released = (await readObject<ResultList>(store, keys.results(runId, 'release', project))) ?? [];
  return [...released.filter(({ service }) => service !== null && touched.has(service)), ...results];
};

/** Notes what is left of the services that were written to, so far as reading back has confirmed it. */
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
  const made = new Map(progress?.made);
  // The last answer was that of reading back, or a later one.
  const fresh = lastAppliedAfter(snapshot, await resultsOf(store, part, results), made, platform.lastAnswerAt());
  if (fresh.length === 0) return;
  const there = new Set(snapshot.services.map(({ name }) => name));
  const known = await readLastApplied(store, project);
  const kept = known.filter(({ service }) => there.has(service) && !touched.has(service));
  await writeLastApplied(store, project, [...kept, ...fresh]);
};
