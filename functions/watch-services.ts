import { onLambda } from '../lib/aws/handler.ts';
import { OutOfTime } from '../lib/contract/errors.ts';
import type { HeadroomEvent } from '../lib/contract/events.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import { newEvents, type Watermark } from '../lib/core/watch/watermark.ts';
import type { Platform, Ports, ProjectEvent, Store } from '../lib/ports.ts';
import { sendHeartbeat } from '../lib/run/intake/heartbeat.ts';
import { keys } from '../lib/run/store/keys.ts';
import { readObject, writeObject } from '../lib/run/store/objects.ts';
import type { WatchTurn, Watermarks } from '../lib/run/store/schemas/memory.ts';

/** Event type of a new service in the platform's log (platform-facts §2.6). */
const created = 'service_create';

const toEvent = (project: string, { type, service }: ProjectEvent): HeadroomEvent[] =>
  type === created && service ? [{ type: 'ServiceCreated', detail: { project, service } }] : [];

type Marks = Watermarks['marks'];

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
  const hasMoved = ([name, mark]: [string, Watermark]) => JSON.stringify(mark) !== JSON.stringify(before[name]);
  return Object.entries(read).some(hasMoved) || Object.keys(before).some((name) => !listed.has(name));
};

/**
 * The next `most` projects after the last checked one, wrapping around. The turn advances even if one of them cannot be
 * read, so that it never blocks the others.
 */
const takeTurn = async (store: Store, all: readonly string[], most: number): Promise<string[]> => {
  const { after } = (await readObject<WatchTurn>(store, keys.watchTurn)) ?? { after: '' };
  const inOrder = all.toSorted();
  const next = Math.max(
    0,
    inOrder.findIndex((name) => name > after),
  );
  const projects = [...inOrder.slice(next), ...inOrder.slice(0, next)].slice(0, most);
  await writeObject(store, keys.watchTurn, { after: projects.at(-1) ?? '' } satisfies WatchTurn);
  return projects;
};

/**
 * New events of each project since its mark. A project that cannot be read, or for which no time remains, keeps its mark,
 * so none of its events are missed.
 * @throws OutOfTime if there is no time for even one project
 */
const readLogs = async (platform: Platform, projects: readonly string[], before: Marks) => {
  const marks: Record<string, Watermark> = {};
  const events: HeadroomEvent[] = [];
  const errors: unknown[] = [];
  for (const project of projects) {
    const mark = before[project];
    try {
      const fresh = newEvents(await platform.listEvents(project), mark);
      events.push(...fresh.events.flatMap((event) => toEvent(project, event)));
      marks[project] = fresh.watermark;
    } catch (error) {
      const looked = projects.indexOf(project);
      if (error instanceof OutOfTime && looked > 0) return { marks, events, errors, looked };
      if (error instanceof OutOfTime) throw error;
      errors.push(error);
      if (mark !== undefined) marks[project] = mark;
    }
  }
  return { marks, events, errors, looked: projects.length };
};

/**
 * Reads each project's event log from its mark and publishes `ServiceCreated` for new services; the platform sends no events
 * itself (platform-facts §2.6). Marks move only after publishing, so an event may arrive twice but is never lost. A new
 * project starts with its current end of log, because the scheduled run covers its existing services. Once an hour it also
 * sends a heartbeat along the same path, and returns whether none has arrived for two hours. With `most` it checks the
 * projects in turns, so that it never waits for the rate limit.
 * @throws platform errors if listing the projects fails or no project can be read; a single unreadable log is counted and
 *   retried next time
 */
export const watchServices =
  (ports: Pick<Ports, 'platform' | 'store' | 'bus' | 'clock'>) =>
  async ({ most }: TaskInput<'watch-services'>): Promise<TaskOutput<'watch-services'>> => {
    const { platform, store, bus } = ports;
    const heartbeatOverdue = await sendHeartbeat(ports);
    const before = (await readObject<Watermarks>(store, keys.watermarks))?.marks ?? {};
    const all = (await platform.listProjects()).map((project) => project.name);
    const projects = most !== undefined && most < all.length ? await takeTurn(store, all, most) : all;
    const { marks: read, events, errors, looked } = await readLogs(platform, projects, before);
    if (errors.length > 0 && errors.length === looked) throw errors[0];
    if (events.length > 0) await bus.publish(events);
    if (haveChanged(all, before, read)) {
      const marks = marksOf(all, { ...before, ...read });
      await writeObject(store, keys.watermarks, { marks } satisfies Watermarks);
    }
    return { projects: looked, unreadable: errors.length, published: events.length, heartbeatOverdue };
  };

export const handler = onLambda(tasks['watch-services'], watchServices);
