import { dayOf, emptyHistory, type ProjectHistory, withDay } from '../core/forecast/project-history.ts';
import { sensibleProjects } from '../core/inventory/project-list.ts';
import { isoInstant } from '../core/model/durations.ts';
import { byText } from '../core/model/grouping.ts';
import type { Snapshot } from '../core/model/model.ts';
import { complete } from '../run/inventory/project-tags.ts';
import { readProject } from '../run/inventory/read-project.ts';
import type { SimulatedPlatform } from './platform.ts';

/** Reads all projects, by the calls of a run, and notes the sizes of the day in their histories. */
export const readProjects = async (
  { client: platform, clock }: Pick<SimulatedPlatform, 'client' | 'clock'>,
  histories: Map<string, ProjectHistory>,
): Promise<Snapshot[]> => {
  const { projects } = sensibleProjects(await platform.listProjects(), []);
  const snapshots: Snapshot[] = [];
  for (const { name: project, tags } of await complete(platform, projects)) {
    const lists = await readProject(platform, project);
    const hasDisks = lists.services.some(({ diskMb }) => diskMb !== 0);
    const alerts = hasDisks ? await platform.listDiskAlerts(project) : [];
    const seenAt = platform.lastAnswerAt();
    const readAt = isoInstant(clock.now());
    snapshots.push({ project, tags, ...lists, alerts, readAt, ...(seenAt !== null && { seenAt }) });
    histories.set(project, withDay(histories.get(project) ?? emptyHistory, dayOf(clock.now()), lists.services));
  }
  return snapshots.sort((a, b) => byText(a.project, b.project));
};
