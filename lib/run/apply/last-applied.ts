import {
  type Change,
  type ChangeResult,
  deletesEndpoint,
  isDiskChange,
  resultsOf,
  subjectName,
} from '../../core/change/change.ts';
import { isOurs } from '../../core/service/endpoint-name.ts';
import { failedAfter, lastAppliedAfter, touchedBy } from '../../core/service/last-applied.ts';
import type { Platform, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { needObject, readObject } from '../store/objects.ts';
import type { EndList, SurveyObject } from '../store/run-objects.ts';
import { updateApplied, withoutDeleted } from './adopted.ts';
import type { Applied } from './apply-changes.ts';
import { changesOf } from './handover.ts';
import type { Part } from './progress.ts';

/**
 * Deletes the last applied state of the services that are about to change: if the task dies, its own changes must not look
 * like drift.
 * @returns subjects of the project whose last change failed
 */
export const forgetLastApplied = async (
  store: Store,
  project: string,
  changes: readonly Change[],
): Promise<ReadonlySet<string>> => {
  const touched = touchedBy(changes);
  let failed: ReadonlySet<string> = new Set();
  await updateApplied(store, project, (stored) => {
    failed = new Set(stored.failed);
    const services = stored.services.filter(({ service }) => !touched.has(service));
    return services.length < stored.services.length ? { ...stored, services } : undefined;
  });
  return failed;
};

/** Results of both phases for the services of the later phase. */
const resultsOfBoth = async (
  store: Store,
  { runId, phase, project }: Part,
  results: readonly ChangeResult[],
): Promise<readonly ChangeResult[]> => {
  if (phase === 'release') return results;
  const touched = touchedBy(results);
  const ends = await readObject<EndList>(store, keys.results(runId, 'release', project));
  if (ends === undefined) return results;
  const released = resultsOf(await changesOf(store, runId, 'release', project), ends);
  return [...released.filter(({ service }) => service !== null && touched.has(service)), ...results];
};

/** Records the confirmed state of the services that were written to, and the subjects whose change failed. */
export const recordLastApplied = async (
  { store, platform }: { readonly store: Store; readonly platform: Pick<Platform, 'lastAnswerAt'> },
  part: Part,
  { results, made }: Applied,
): Promise<void> => {
  const touched = touchedBy(results);
  const { runId, project } = part;
  const before = [...(part.failedBefore ?? [])].sort();
  const hasFailures = before.length > 0 || results.some(({ status }) => status === 'failed');
  if (touched.size === 0 && !hasFailures) return;
  const snapshot = await needObject<SurveyObject>(store, keys.snapshot(runId, project));
  // The last answer comes from reading back, or later.
  const fresh = lastAppliedAfter(snapshot, await resultsOfBoth(store, part, results), made, platform.lastAnswerAt());
  const present = new Set(snapshot.services.map(({ name }) => name));
  const known = new Set([...present, ...snapshot.endpoints.map(({ name }) => name), ...results.map(subjectName)]);
  const failed = failedAfter(before, results).filter((name) => known.has(name));
  const isSame = JSON.stringify(failed) === JSON.stringify(before);
  const hasDeleted = results.some(
    (result) => isDiskChange(result) && deletesEndpoint(result) && !isOurs(result.endpointName),
  );
  if (fresh.length === 0 && isSame && !hasDeleted) return;
  await updateApplied(store, project, ({ services, adopted: managed = [] }) => {
    const adopted = withoutDeleted(managed, results).filter(({ service }) => present.has(service));
    const others = services.filter(({ service }) => present.has(service) && !touched.has(service));
    return {
      services: [...others, ...fresh],
      ...(failed.length > 0 && { failed }),
      ...(adopted.length > 0 && { adopted }),
    };
  });
};
