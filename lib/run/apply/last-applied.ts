import { adoptedAfter } from '../../core/change/adopted-endpoint.ts';
import { type Change, type ChangeResult, resultsOf, subjectName } from '../../core/change/change.ts';
import { failedAfter, lastAppliedAfter, touchedBy } from '../../core/service/last-applied.ts';
import type { Platform, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject } from '../store/objects.ts';
import type { EndList, SurveyObject } from '../store/run-objects.ts';
import { updateApplied } from './adopted.ts';
import type { Applied } from './apply-changes.ts';
import { changesOf, plannedProject } from './planned-project.ts';
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

/** Ids of the endpoints and integrations that changes delete. */
const deletedBy = (changes: readonly Change[]): string[] =>
  changes.flatMap((change) => {
    if (change.kind === 'delete-integration') return [change.integrationId];
    return change.kind === 'delete-endpoint' ? [change.endpointId] : [];
  });

/** Ids of all endpoints and integrations in a reading. */
const idsIn = ({ services, endpoints }: SurveyObject): ReadonlySet<string> =>
  new Set([...endpoints, ...services.flatMap(({ integrations }) => integrations)].map(({ id }) => id));

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
  const confirmed = results.filter(({ status }) => status === 'confirmed');
  const removed = deletedBy(confirmed);
  if (touched.size === 0 && !hasFailures && removed.length === 0) return;
  const snapshot = await plannedProject(store, runId, project);
  // The last answer comes from reading back, or later.
  const fresh = lastAppliedAfter(snapshot, await resultsOfBoth(store, part, results), made, platform.lastAnswerAt());
  const present = new Set(snapshot.services.map(({ name }) => name));
  const names = new Set([...present, ...snapshot.endpoints.map(({ name }) => name), ...results.map(subjectName)]);
  const failed = failedAfter(before, results).filter((name) => names.has(name));
  const isSame = JSON.stringify(failed) === JSON.stringify(before);
  if (fresh.length === 0 && isSame && removed.length === 0) return;
  const read = idsIn(snapshot);
  await updateApplied(store, project, ({ services, adopted: managed = [], deleted: earlier = [] }) => {
    const adopted = confirmed.reduce(adoptedAfter, managed).filter(({ service }) => present.has(service));
    const others = services.filter(({ service }) => present.has(service) && !touched.has(service));
    // The next reading no longer has the others.
    const deleted = [...new Set([...earlier.filter((id) => read.has(id)), ...removed])];
    return {
      services: [...others, ...fresh],
      ...(failed.length > 0 && { failed }),
      ...(deleted.length > 0 && { deleted }),
      ...(adopted.length > 0 && { adopted }),
    };
  });
};
