import { describe, expect, it } from 'vitest';
import { disksInStore } from '../../lib/cli/stored/stored-disks.ts';
import { hourMs, minuteMs } from '../../lib/core/model/durations.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import type { Platform, Store } from '../../lib/ports.ts';
import { noteChanging } from '../../lib/run/inventory/record.ts';
import { isAllInPlace } from '../../lib/run/plan/in-place.ts';
import { readReadings } from '../../lib/run/status/store-facts.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { needObject, writeObject } from '../../lib/run/store/objects.ts';
import type { InventoryIndex, InventoryRecord, Proposal } from '../../lib/run/store/run-objects.ts';
import { enableAll, even } from './scenarios.ts';
import { type Handler, startWorld, type World } from './world.ts';

const pass = { trigger: { kind: 'schedule', by: 'hourly pass' }, reads: 300, everyMinutes: 60 };

interface Requests {
  readonly gets: string[];
  readonly puts: string[];
  readonly lists: string[];
}

/** A store that notes the keys of its requests. */
const noting = (store: Store) => {
  const requests: Requests = { gets: [], puts: [], lists: [] };
  const noted: Store = {
    ...store,
    get: (key) => {
      requests.gets.push(key);
      return store.get(key);
    },
    put: (key, body, condition) => {
      requests.puts.push(key);
      return store.put(key, body, condition);
    },
    list: (prefix) => {
      requests.lists.push(prefix);
      return store.list(prefix);
    },
  };
  return { noted, requests };
};

/** Another pass, and the requests to the store that it makes. */
const requestsOf = async (world: World, runId: string) => {
  const { noted, requests } = noting(world.store);
  const handlers = (): Record<string, Handler> => taskHandlers({ ...world.ports, store: noted });
  const report = await world.reconcile({ runId, handlers, input: pass });
  return { report, requests };
};

/** An organization in which two passes have enabled everything and read it again. */
const settled = async (projects: number, services = 1) => {
  const world = await startWorld(even(projects, services), enableAll(200));
  for (const runId of ['first', 'second']) {
    await world.reconcile({ runId, input: pass });
    world.pass(10 * minuteMs);
  }
  return world;
};

const recordOf = ({ store }: World, project: string) => needObject<InventoryRecord>(store, keys.reading(project));

const nowOf = ({ ports }: World) => ports.clock.now();

const onlyInventory = (keysPut: readonly string[]) => keysPut.filter((key) => key.startsWith(keys.projectRecords));

describe('a later pass over an unchanged organization', () => {
  it('writes no record of a project, and its readings count', async () => {
    const world = await settled(4);
    const { report, requests } = await requestsOf(world, 'quiet');
    expect([report.outcome, report.unread, report.plan?.readings]).toEqual(['nothing', [], undefined]);
    expect(onlyInventory(requests.puts)).toEqual([]);
    expect(requests.puts.filter((key) => key.startsWith('runs/quiet/readings/')).length).toBeLessThanOrEqual(2);
  });

  it('makes few requests to the store: no write for a project, and one read, by the plan', async () => {
    const world = await settled(200);
    const { report, requests } = await requestsOf(world, 'quiet');
    expect(report.outcome).toBe('nothing');
    expect(requests.puts.length).toBeLessThanOrEqual(25);
    expect(onlyInventory(requests.gets)).toHaveLength(200);
    expect(requests.gets.length).toBeLessThanOrEqual(200 + 60);
  });

  it('shows its own time wherever an age is shown', async () => {
    const world = await settled(2);
    world.pass(hourMs);
    await world.reconcile({ runId: 'quiet', input: pass });
    world.pass(5 * minuteMs);
    const { projects } = await needObject<InventoryIndex>(world.store, keys.inventoryIndex);
    const ages = Object.values(projects).map(({ readAt }) => nowOf(world) - Date.parse(readAt));
    expect(ages).toEqual([5 * minuteMs, 5 * minuteMs]);
    expect((await readReadings(world.store, nowOf(world)))?.oldest?.msAgo).toBe(5 * minuteMs);
    const { subjects } = await disksInStore(world.store, nowOf(world));
    expect(subjects.map(({ readAt }) => nowOf(world) - Date.parse(readAt))).toEqual([5 * minuteMs, 5 * minuteMs]);
    // The record itself is older.
    expect(nowOf(world) - Date.parse((await recordOf(world, 'project-0')).readAt)).toBeGreaterThan(hourMs);
  });

  it('is the age from which the next pass counts, and the reading of a project that it does not read', async () => {
    const world = await settled(2);
    world.pass(hourMs);
    await world.reconcile({ runId: 'quiet', input: pass });
    world.pass(30 * minuteMs);
    const { plan } = await world.reconcile({ runId: 'part', input: { ...pass, reads: 1 } });
    expect(plan?.readings).toMatchObject({ olderThanRun: 1, oldestMinutes: 30 });
  });

  it('writes a record that has changed, and only this one', async () => {
    const world = await settled(3);
    await world.control('service', { project: 'project-1', service: 'service-0', tags: { team: 'moved' } });
    const { requests } = await requestsOf(world, 'changed');
    expect(onlyInventory(requests.puts)).toEqual([keys.projectRecord('project-1')]);
    expect((await recordOf(world, 'project-1')).runId).toBe('changed');
  });

  it('finds nothing new in lists that the platform gives in another order', async () => {
    const world = await settled(1, 3);
    const platform: Platform = {
      ...world.ports.platform,
      listServices: async (project) => (await world.ports.platform.listServices(project)).toReversed(),
      listEndpoints: async (project) => (await world.ports.platform.listEndpoints(project)).toReversed(),
    };
    const before = await recordOf(world, 'project-0');
    const { outcome } = await world.reconcile({ runId: 'turned', input: pass, ports: { platform } });
    expect(outcome).toBe('nothing');
    expect(await recordOf(world, 'project-0')).toEqual(before);
  });

  it('writes every record on the first pass of a day, with the history', async () => {
    const world = await settled(2);
    world.pass(24 * hourMs);
    const { requests } = await requestsOf(world, 'morning');
    expect(new Set(onlyInventory(requests.puts)).size).toBe(2);
    expect(onlyInventory((await requestsOf(world, 'later')).requests.puts)).toEqual([]);
  });

  it('writes a record with a mark of a run that is over, so that the mark ends', async () => {
    const world = await settled(1);
    await noteChanging(world.store, 'over', 'project-0', []);
    const { outcome } = await world.reconcile({ runId: 'after', input: pass });
    expect(outcome).toBe('nothing');
    const record = await recordOf(world, 'project-0');
    expect(record.runId).toBe('after');
    expect(record).not.toHaveProperty('changedBy');
  });

  it('writes a record with a trouble, so that the trouble ends', async () => {
    const world = await settled(1);
    const listServices: Platform['listServices'] = () => Promise.reject(new Error('a bad answer'));
    await world.reconcile({
      runId: 'bad',
      input: pass,
      ports: { platform: { ...world.ports.platform, listServices } },
    });
    expect(await recordOf(world, 'project-0')).toHaveProperty('trouble');
    await world.reconcile({ runId: 'well', input: pass });
    expect(await recordOf(world, 'project-0')).not.toHaveProperty('trouble');
  });

  it('leaves the time of a record that another run has written since', async () => {
    const world = await settled(1);
    world.pass(hourMs);
    await world.reconcile({ runId: 'quiet', input: pass });
    const record = await recordOf(world, 'project-0');
    const readAt = new Date(Date.parse(record.readAt) + 1).toISOString();
    await writeObject(world.store, keys.reading('project-0'), { ...record, readAt });
    const { subjects } = await disksInStore(world.store, nowOf(world));
    expect(subjects.map((subject) => subject.readAt)).toEqual([readAt]);
  });
});

describe('a run that only looks', () => {
  it('writes what it reads, because no index has its times', async () => {
    const world = await settled(1);
    const look = { trigger: { kind: 'manual', by: 'a test' }, readOnly: true };
    await world.reconcile({ runId: 'look', input: look });
    expect((await recordOf(world, 'project-0')).runId).toBe('look');
  });
});

describe('a run that is refused after it has read', () => {
  it('leaves the times of its readings, so that a repeated job proves that its plan is in place', async () => {
    const world = await startWorld(even(2, 2), enableAll(200).replace('maxChanges: 100000', 'maxChanges: 3'));
    const trigger = { kind: 'manual', by: 'a person' };
    const digest = (await world.reconcile({ runId: 'first' })).plan?.digest ?? '';
    const proposal = await needObject<Proposal>(world.store, keys.proposal(digest));
    const approved = { trigger, approvedDigest: digest };
    expect((await world.reconcile({ runId: 'approved', input: approved })).outcome).toBe('applied');
    for (const runId of ['second', 'third']) await world.reconcile({ runId, input: pass });
    world.pass(hourMs);
    const since = new Date(nowOf(world)).toISOString();
    const again = await world.reconcile({ runId: 'again', input: approved });
    expect([again.outcome, again.error]).toEqual(['refused', 'ApprovalUsed']);
    expect(await isAllInPlace(world.ports, proposal, since)).toBe(true);
  });
});

describe('the readings of a run', () => {
  const projects = ['project-0', 'project-1'];
  const surveyed = async () => {
    const world = await settled(2);
    world.pass(hourMs);
    const tasks = taskHandlers(world.ports);
    const request = { ...pass, readOnly: false };
    await tasks.discover({ runId: 'now', request } as never);
    return { world, tasks };
  };

  it('are repeated where a survey ended before it stored their times', async () => {
    const { world, tasks } = await surveyed();
    const killed: Store = {
      ...world.store,
      put: async (key, body, condition) => {
        if (key.startsWith('runs/now/readings/')) throw new Error('killed');
        await world.store.put(key, body, condition);
      },
    };
    const input = { runId: 'now', projects: [0, 1] };
    await expect(taskHandlers({ ...world.ports, store: killed }).survey(input)).rejects.toThrow('killed');
    const repeated = await world.counted(() => tasks.survey(input));
    expect([repeated.reads, repeated.result]).toEqual([6, { services: 2, endpoints: 2, unread: 0 }]);
    expect((await world.counted(() => tasks.survey(input))).reads).toBe(0);
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'nothing' });
  });

  it.each([
    ['is missing', (world: World, key: string) => world.store.delete(key)],
    ['is damaged', (world: World, key: string) => world.store.put(key, '{"version":1,"readings":{"project-0":7}}')],
    ['is empty', (world: World, key: string) => world.store.put(key, '')],
  ])('count as unread where their object %s: an old reading is never the one of this run', async (_, damage) => {
    const { world, tasks } = await surveyed();
    await tasks.survey({ runId: 'now', projects: [0, 1] });
    const [key = ''] = await world.store.list('runs/now/readings/');
    await damage(world, key);
    await tasks.plan({ runId: 'now' });
    await tasks.report({ runId: 'now' });
    const { unread } = await needObject<{ unread: { project: string; error: string }[] }>(
      world.store,
      keys.report('now'),
    );
    expect(unread.map(({ project, error }) => [project, error])).toEqual(projects.map((name) => [name, 'Unknown']));
  });

  it('are taken once more where another run has written an older reading since', async () => {
    const { world, tasks } = await surveyed();
    await tasks.survey({ runId: 'now', projects: [0, 1] });
    const record = await recordOf(world, 'project-0');
    const readAt = new Date(Date.parse(record.readAt) + 1).toISOString();
    await writeObject(world.store, keys.reading('project-0'), { ...record, runId: 'beside', readAt });
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'again', projects: [[0]] });
    expect((await world.counted(() => tasks.survey({ runId: 'now', projects: [0] }))).reads).toBe(3);
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'nothing' });
  });

  it('are of no use where another run changes the project since', async () => {
    const { world, tasks } = await surveyed();
    await tasks.survey({ runId: 'now', projects: [0, 1] });
    await noteChanging(world.store, 'other', 'project-1', []);
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'again', projects: [[1]] });
  });

  it('of a long batch are stored every 20 projects, so that a kill loses few', async () => {
    const world = await settled(45);
    world.pass(hourMs);
    const tasks = taskHandlers(world.ports);
    await tasks.discover({ runId: 'now', request: { ...pass, readOnly: false } } as never);
    const input = { runId: 'now', projects: Array.from({ length: 45 }, (_, place) => place) };
    let listed = 0;
    const listServices: Platform['listServices'] = (project) => {
      listed += 1;
      if (listed > 43) throw new TypeError('killed');
      return world.ports.platform.listServices(project);
    };
    let stored = 0;
    const store: Store = {
      ...world.store,
      put: async (key, body, condition) => {
        if (key.startsWith('runs/now/readings/')) {
          stored += 1;
          if (stored > 2) throw new Error('killed');
        }
        await world.store.put(key, body, condition);
      },
    };
    const ports = { ...world.ports, store, platform: { ...world.ports.platform, listServices } };
    await expect(taskHandlers(ports).survey(input)).rejects.toThrow('killed');
    expect((await world.counted(() => tasks.survey(input))).reads).toBe(3 * 5);
  });
});
