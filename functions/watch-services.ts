import { onLambda } from '../lib/aws/handler.ts';
import type { HeadroomEvent } from '../lib/contract/events.ts';
import { type TaskInput, type TaskOutput, watchServicesTask } from '../lib/contract/tasks.ts';
import { newEvents, type Watermark } from '../lib/core/watermark.ts';
import type { Platform, Ports, ProjectEvent } from '../lib/ports.ts';
import { keys, readObject, writeObject } from '../lib/run/objects.ts';

/** Event type by which the platform's log tells of a new service (platform-facts §2.6). */
const created = 'service_create';

const toEvent = (project: string, { type, service }: ProjectEvent): HeadroomEvent[] =>
  type === created && service ? [{ type: 'ServiceCreated', detail: { project, service } }] : [];

type Marks = Readonly<Record<string, Watermark>>;

/** What came in each project since its mark. A project that cannot be read keeps its mark, so nothing of it is missed. */
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
      errors.push(error);
      if (mark !== undefined) marks[project] = mark;
    }
  }
  return { marks, events, errors };
};

/**
 * Reads each project's event log from where it was left and publishes `ServiceCreated` for what is new; the platform has
 * no outgoing events of its own (platform-facts §2.6). The watermark moves only after publishing, so an event may come
 * twice and never gets lost. A project seen for the first time starts now: the scheduled run covers what was there.
 * @throws platform errors of listing the projects, or when no project at all can be read; a single project whose log
 *   cannot be read is counted and tried again next time
 */
export const watchServices =
  ({ platform, store, bus }: Pick<Ports, 'platform' | 'store' | 'bus'>) =>
  async (_input: TaskInput<typeof watchServicesTask>): Promise<TaskOutput<typeof watchServicesTask>> => {
    const before = (await readObject<Marks>(store, keys.watermarks)) ?? {};
    const projects = (await platform.listProjects()).map((project) => project.name);
    const { marks, events, errors } = await readLogs(platform, projects, before);
    if (errors.length > 0 && errors.length === projects.length) throw errors[0];
    if (events.length > 0) await bus.publish(events);
    if (JSON.stringify(marks) !== JSON.stringify(before)) await writeObject(store, keys.watermarks, marks);
    return { projects: projects.length, unreadable: errors.length, published: events.length };
  };

export const handler = onLambda(watchServicesTask, watchServices);
