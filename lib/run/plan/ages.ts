import { otherStoreFinding } from '../../core/inventory/other-store.ts';
import { planReadings, readingsOld } from '../../core/inventory/readings.ts';
import type { RememberedProject, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { LastApplied } from '../../core/service/last-applied.ts';
import type { RunObject } from '../store/run-objects.ts';

/** Projects as a plan sees them. */
interface ReadProjects {
  readonly snapshots: readonly Snapshot[];
  readonly remembered: readonly RememberedProject[];
  readonly unread: readonly UnreadProject[];
  readonly lastApplied: ReadonlyMap<string, readonly LastApplied[]>;
}

/**
 * How old the readings are that the plan uses, with findings: some are far too old, or another store changes the projects.
 */
export const agesOf = ({ startedAt, promisedMinutes, notes }: RunObject, read: ReadProjects) => {
  // The age of a project that is no longer listed does not mean that a pass is late.
  const used = [...read.snapshots, ...read.remembered.filter(({ standing }) => standing !== 'unlisted')];
  const readings = used.flatMap(({ project, readAt }) => (readAt === undefined ? [] : [{ project, readAt }]));
  const names = new Set(used.map(({ project }) => project));
  const unknown = read.unread.filter(({ project }) => !names.has(project));
  const input = { readings, startedAt, promisedMinutes: promisedMinutes ?? null, notReadYet: unknown.length };
  const others = used.flatMap((project) => otherStoreFinding(project, read.lastApplied.get(project.project)));
  return {
    readings: planReadings(input),
    notes: [...notes, ...readingsOld(input), ...others],
  };
};
