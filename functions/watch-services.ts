import { onLambda } from '../lib/aws/handler.ts';
import { OutOfTime } from '../lib/contract/errors.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import { seenBy } from '../lib/core/inventory/due.ts';
import { listProblem, namedProjects } from '../lib/core/inventory/project-list.ts';
import { dayMs, isoInstant } from '../lib/core/model/durations.ts';
import { groupBy } from '../lib/core/model/grouping.ts';
import { type LogPosition, newEvents, nextWatched } from '../lib/core/new-services/watched-logs.ts';
import type { PlatformPorts, ProjectEvent } from '../lib/ports.ts';
import { sendHeartbeat } from '../lib/run/intake/heartbeat.ts';
import { isPassReading } from '../lib/run/intake/reading-pass.ts';
import { readIndex } from '../lib/run/inventory/index-of-readings.ts';
import { type Creation, notePublished, type PublishPorts, unpublished } from '../lib/run/inventory/publish-new.ts';
import { keys } from '../lib/run/store/keys.ts';
import { readObject, writeObject } from '../lib/run/store/objects.ts';
import type { LogPositions, WatchTurn } from '../lib/run/store/schemas/memory.ts';
import { checkExpiry } from '../lib/run/token/check-expiry.ts';

/** Event type of a new service in the platform's log (pf 2.6). */
const created = 'service_create';

const toCreation = (project: string, { type, service, time }: ProjectEvent): Creation[] =>
  type === created && service ? [{ project, service, time }] : [];

type Marks = LogPositions['marks'];

/** Marks of these projects, sorted; marks of deleted projects are dropped. */
const marksOf = (projects: readonly string[], stored: Marks): Marks =>
  Object.fromEntries(
    projects.toSorted().flatMap((name) => {
      const mark = stored[name];
      return mark === undefined ? [] : [[name, mark] as const];
    }),
  );

/** Whether marks have moved, or belong to projects that are no more. */
const haveChanged = (projects: readonly string[], before: Marks, read: Marks): boolean => {
  const listed = new Set(projects);
  const hasMoved = ([name, mark]: [string, LogPosition]) => JSON.stringify(mark) !== JSON.stringify(before[name]);
  return Object.entries(read).some(hasMoved) || Object.keys(before).some((name) => !listed.has(name));
};

/**
 * The projects of this look, when it cannot read all logs: the `most` projects that nothing has seen for longest; none while a pass
 * reads the organization, which sees new services soon and needs the calls. The turn advances even if one of them cannot be read, so that it never blocks the others.
 */
const takeTurn = async (ports: PlatformPorts, all: readonly string[], most: number): Promise<readonly string[]> => {
  const { store, platform, clock } = ports;
  const { indexed } = await readIndex(store, platform.organization);
  if (await isPassReading(ports, indexed)) return [];
  const { lookedAt } = (await readObject<WatchTurn>(store, keys.watchTurn)) ?? { lookedAt: {} };
  const now = isoInstant(clock.now());
  const latest = (...times: readonly (string | undefined)[]) =>
    times
      .map((at) => seenBy(now, at))
      .sort()
      .at(-1) ?? '';
  const projects = nextWatched(all, most, (name) => latest(indexed.get(name)?.readAt, lookedAt[name]));
  const next = all.flatMap((name) => (lookedAt[name] === undefined ? [] : [[name, lookedAt[name]] as const]));
  const looked = { ...Object.fromEntries(next), ...Object.fromEntries(projects.map((name) => [name, now])) };
  await writeObject(store, keys.watchTurn, { lookedAt: looked } satisfies WatchTurn);
  return projects;
};

/**
 * New services of each project since its mark that no survey has published. A project that cannot be read, or for which no
 * time remains, keeps its mark, so none of its events are missed.
 * @throws OutOfTime if there is no time for even one project
 */
const readLogs = async (ports: PlatformPorts, projects: readonly string[], before: Marks) => {
  const marks: Record<string, LogPosition> = {};
  const creations: Creation[] = [];
  const errors: unknown[] = [];
  // The clocks of the platform and of this machine may differ, but not by a day.
  const latest = isoInstant(ports.clock.now() + dayMs);
  for (const project of projects) {
    const mark = before[project];
    try {
      const fresh = newEvents(await ports.platform.listEvents(project), mark, latest);
      const found = fresh.events.flatMap((event) => toCreation(project, event));
      creations.push(...(await unpublished(ports, project, found)));
      marks[project] = fresh.watermark;
    } catch (error) {
      const looked = projects.indexOf(project);
      if (error instanceof OutOfTime && looked > 0) return { marks, creations, errors, looked };
      if (error instanceof OutOfTime) throw error;
      errors.push(error);
      if (mark !== undefined) marks[project] = mark;
    }
  }
  return { marks, creations, errors, looked: projects.length };
};

/** Publishes new services and notes in the inventory that it did, so that no survey publishes them again. */
const publish = async ({ bus, store }: PublishPorts, creations: readonly Creation[]): Promise<void> => {
  if (creations.length === 0) return;
  await bus.publish(
    creations.map(({ project, service }) => ({ type: 'ServiceCreated', detail: { project, service } })),
  );
  for (const [project, found] of groupBy(creations, (creation) => creation.project)) {
    await notePublished(
      store,
      project,
      found.map(({ service }) => service),
    );
  }
};

const watch = async (
  ports: PublishPorts,
  { most = Number.POSITIVE_INFINITY }: TaskInput<'watch-services'>,
): Promise<TaskOutput<'watch-services'>> => {
  const { platform, store } = ports;
  const { wasDue, overdue: heartbeatOverdue } = await sendHeartbeat(ports);
  const before = (await readObject<LogPositions>(store, keys.watermarks))?.marks ?? {};
  const listed = await platform.listProjects();
  const all = namedProjects(listed).map(({ name }) => name);
  if (wasDue) await checkExpiry(ports);
  const projects = all.length > most ? await takeTurn(ports, all, most) : all;
  const { marks: read, creations, errors, looked } = await readLogs(ports, projects, before);
  if (errors.length > 0 && errors.length === looked) throw errors[0];
  await publish(ports, creations);
  // A list that is only a part, or a token that sees no project for a while, ends no mark: no event is missed.
  const isInDoubt = listProblem(listed) !== null || all.length === 0;
  const kept = isInDoubt ? [...new Set([...all, ...Object.keys(before)])] : all;
  if (haveChanged(kept, before, read)) {
    const marks = marksOf(kept, { ...before, ...read });
    await writeObject(store, keys.watermarks, { marks } satisfies LogPositions);
  }
  const counts = { projects: looked, unreadable: errors.length, published: creations.length };
  return { ...counts, heartbeatOverdue };
};

/**
 * Reads each project's event log from its mark and publishes `ServiceCreated` for new services; the platform sends no events
 * itself (pf 2.6). Marks move only after publishing, so an event may arrive twice but is never lost. A new project starts with
 * its current end of log, because the scheduled run covers its existing services. Once an hour it also sends a heartbeat along
 * the same path, notes when the token ends, and returns whether no heartbeat has
 * arrived for two hours. With `most` it checks the projects in turns, so that it never waits for the rate limit. A service that
 * a survey published is not published again.
 * @throws platform errors if listing the projects fails or no project can be read; a single unreadable log is counted and
 *   retried next time
 */
export const watchServices =
  (ports: PublishPorts) =>
  (input: TaskInput<'watch-services'>): Promise<TaskOutput<'watch-services'>> =>
    watch(ports, input);

export const handler = onLambda(tasks['watch-services'], watchServices);
