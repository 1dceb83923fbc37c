import { StoreDamaged } from '../../contract/errors.ts';
import type { ProjectFacts, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { withLoweredOptions } from '../store/lowered-options.ts';
import { readObject, writeObject } from '../store/objects.ts';
import { withRefusals } from '../store/refusals.ts';
import type { SurveyObject } from '../store/run-objects.ts';

/** Notes why nothing of a project is known, also for the report. */
const noteUnread = async (store: Store, runId: string, unread: UnreadProject): Promise<UnreadProject> => {
  await writeObject(store, keys.unread(runId, unread.project), unread);
  return unread;
};

/** Why a project has no snapshot. Where neither the survey nor the note of its failure came to an end, it is noted here. */
const readUnread = async (store: Store, runId: string, project: string): Promise<UnreadProject> => {
  const message = 'reading it ended without a word; see the logs of survey';
  const noted = await readObject<UnreadProject>(store, keys.unread(runId, project));
  return noted ?? noteUnread(store, runId, { project, error: 'Unknown', message });
};

/** What survey read of a project, or why there is nothing: a snapshot that is damaged concerns its project alone. */
const readSurvey = async (
  store: Store,
  runId: string,
  { name: project, problem }: ProjectFacts,
): Promise<SurveyObject | UnreadProject> => {
  if (problem !== undefined) {
    const message = `the platform's record of it is invalid: ${problem}`;
    return noteUnread(store, runId, { project, error: 'RecordInvalid', message });
  }
  try {
    const seen = await readObject<SurveyObject>(store, keys.snapshot(runId, project));
    return seen ?? (await readUnread(store, runId, project));
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    return noteUnread(store, runId, { project, error: error.name, message: error.message });
  }
};

/**
 * The one construction of what a plan sees of services: what the survey of a run read, marked with what the platform has
 * refused and lowered before.
 * @returns what reads one project; of one that cannot be read it says why
 * @throws StoreUnavailable, also when reading a project
 */
export const snapshotReader = async (ports: StorePorts, runId: string) => {
  const refused = await withRefusals(ports);
  const lowered = await withLoweredOptions(ports.store);
  return async (project: ProjectFacts): Promise<Snapshot | UnreadProject> => {
    const { name, tags } = project;
    const seen = await readSurvey(ports.store, runId, project);
    if (!('services' in seen)) return seen;
    return { project: name, tags, ...seen, services: lowered(name, refused(name, seen.services)) };
  };
};
