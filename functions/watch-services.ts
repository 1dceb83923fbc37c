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

/** Event type by which the platform's log tells of a new service (platform-facts §2.6). */
const created = 'service_create';

const toEvent = (project: string, { type, service }: ProjectEvent): HeadroomEvent[] =>
  type === created && service ? [{ type: 'ServiceCreated', detail: { project, service } }] : [];

type Marks = Watermarks['marks'];

/** Marks of these projects in a fixed order; those of projects that are gone are forgotten. */
const marksOf = (projects: readonly string[], known: Marks): Marks =>
  Object.fromEntries(
    projects.toSorted().flatMap((name) => {
      const mark = known[name];
      return mark === undefined ? [] : [[name, mark] as const];
    }),
  );

/**
 * So many projects behind the one that was looked at last, and on from the beginning. The turn is over even when one of
 * them cannot be read, so that none keeps the others waiting.
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
 * What came in each project since its mark. A project that cannot be read keeps its mark, so nothing of it is missed; so do
 * those that are left when the time is over.
 * @throws OutOfTime when there was no time for a single one
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
 * Reads each project's event log from where it was left and publishes `ServiceCreated` for what is new; the platform has
 * no outgoing events of its own (platform-facts §2.6). The watermark moves only after publishing, so an event may come
 * twice and never gets lost. A project seen for the first time starts now: the scheduled run covers what was there.
 * Once an hour it also sends a heartbeat over the path of such events, and answers whether none has come back for two hours.
 * Told how many to look at, it takes the projects in turns, so that it never waits for the rate that it has to keep.
 * @throws platform errors of listing the projects, or when no project at all can be read; a single project whose log
 *   cannot be read is counted and tried again next time
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
    const marks = marksOf(all, { ...before, ...read });
    if (JSON.stringify(marks) !== JSON.stringify(marksOf(Object.keys(before), before))) {
      await writeObject(store, keys.watermarks, { marks } satisfies Watermarks);
    }
    return { projects: looked, unreadable: errors.length, published: events.length, heartbeatOverdue };
  };

export const handler = onLambda(tasks['watch-services'], watchServices);
