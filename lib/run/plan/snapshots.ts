import { StoreDamaged } from '../../contract/errors.ts';
import type { ProjectFacts, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { withLoweredOptions } from '../store/lowered-options.ts';
import { readObject, writeObject } from '../store/objects.ts';
import { withRefusals } from '../store/refusals.ts';
import type { SurveyObject } from '../store/run-objects.ts';

/** Records the reason why a project is unread, also for the report. */
const noteUnread = async (store: Store, runId: string, unread: UnreadProject): Promise<UnreadProject> => {
  await writeObject(store, keys.unread(runId, unread.project), unread);
  return unread;
};

/** Reason why a project has no snapshot. If survey stored neither a snapshot nor a reason, this records one. */
const readUnread = async (store: Store, runId: string, project: string): Promise<UnreadProject> => {
  const message = 'survey ended without a result; see its logs';
  const noted = await readObject<UnreadProject>(store, keys.unread(runId, project));
  return noted ?? noteUnread(store, runId, { project, error: 'Unknown', message });
};

/** Snapshot of a project, or the reason why there is none; a damaged snapshot affects only its project. */
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
 * The only place that builds the services of a plan: the survey of a run, plus earlier refusals and lowered options of the
 * platform.
 * @returns a function that reads one project, or returns why it is unread
 * @throws StoreUnavailable, also from that function
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
