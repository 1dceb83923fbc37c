import { apiRetires } from '../../core/findings/api-retires.ts';
import { otherStoreFinding } from '../../core/inventory/other-store.ts';
import { planReadings, readingsOld } from '../../core/inventory/readings.ts';
import { byText } from '../../core/model/grouping.ts';
import type { RememberedProject, RetiringCall, Snapshot, UnreadProject } from '../../core/model/model.ts';
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
 * Calls that the readings announce to retire, by the newest reading that does, or that other tasks have `heard` of, unless the
 * run itself found them so.
 */
const retiring = (notes: RunObject['notes'], used: readonly Snapshot[], heard: readonly RetiringCall[]) => {
  const inOrder = used.toSorted((a, b) => byText(a.readAt ?? '', b.readAt ?? ''));
  const known = new Set(notes.map(({ code, subject }) => (code === 'api-retires' ? subject : undefined)));
  const calls = [...heard, ...inOrder.flatMap((project) => project.retiring ?? [])];
  return apiRetires(calls).filter(({ subject }) => !known.has(subject));
};

/**
 * How old the readings are that the plan uses, with findings: some are far too old, another store changes the projects, or the
 * platform retires a call.
 */
export const agesOf = (
  { startedAt, promisedMinutes, notes }: RunObject,
  read: ReadProjects,
  heard: readonly RetiringCall[],
) => {
  const used = [...read.snapshots, ...read.remembered];
  const readings = used.flatMap(({ project, readAt }) => (readAt === undefined ? [] : [{ project, readAt }]));
  const known = new Set(used.map(({ project }) => project));
  const unknown = read.unread.filter(({ project }) => !known.has(project));
  const input = { readings, startedAt, promisedMinutes: promisedMinutes ?? null, notReadYet: unknown.length };
  const others = used.flatMap((project) => otherStoreFinding(project, read.lastApplied.get(project.project)));
  return {
    readings: planReadings(input),
    notes: [...notes, ...readingsOld(input), ...others, ...retiring(notes, used, heard)],
  };
};
