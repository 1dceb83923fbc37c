import { describe, expect, it } from 'vitest';
import { hourMs } from '../../lib/core/model/durations.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import type { Platform, Store } from '../../lib/ports.ts';
import { noteChanging } from '../../lib/run/inventory/record.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { needObject, writeObject } from '../../lib/run/store/objects.ts';
import type { LocalHeadroom } from './local-headroom.ts';
import { pass, recordOf, settled } from './quiet-passes.ts';

describe('the readings of a run', () => {
  const projects = ['project-0', 'project-1'];
  const surveyed = async () => {
    const headroom = await settled(2);
    headroom.pass(hourMs);
    const tasks = taskHandlers(headroom.ports);
    const request = { ...pass, readOnly: false };
    await tasks.discover({ runId: 'now', request } as never);
    return { headroom, tasks };
  };

  it('are repeated where a survey ended before it stored their times', async () => {
    const { headroom, tasks } = await surveyed();
    const killed: Store = {
      ...headroom.store,
      put: async (key, body, condition) => {
        if (key.startsWith('runs/now/readings/')) throw new Error('killed');
        await headroom.store.put(key, body, condition);
      },
    };
    const input = { runId: 'now', projects: [0, 1] };
    await expect(taskHandlers({ ...headroom.ports, store: killed }).survey(input)).rejects.toThrow('killed');
    const repeated = await headroom.counted(() => tasks.survey(input));
    expect([repeated.reads, repeated.result]).toEqual([6, { services: 2, endpoints: 2, unread: 0 }]);
    expect((await headroom.counted(() => tasks.survey(input))).reads).toBe(0);
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'nothing' });
  });

  it.each([
    ['is missing', (headroom: LocalHeadroom, key: string) => headroom.store.delete(key)],
    [
      'is damaged',
      (headroom: LocalHeadroom, key: string) => headroom.store.put(key, '{"version":1,"readings":{"project-0":7}}'),
    ],
    ['is empty', (headroom: LocalHeadroom, key: string) => headroom.store.put(key, '')],
  ])('count as unread where their object %s: an old reading is never the one of this run', async (_, damage) => {
    const { headroom, tasks } = await surveyed();
    await tasks.survey({ runId: 'now', projects: [0, 1] });
    const [key = ''] = await headroom.store.list('runs/now/readings/');
    await damage(headroom, key);
    await tasks.plan({ runId: 'now' });
    await tasks.report({ runId: 'now' });
    const { unread } = await needObject<{ unread: { project: string; error: string }[] }>(
      headroom.store,
      keys.report('now'),
    );
    expect(unread.map(({ project, error }) => [project, error])).toEqual(projects.map((name) => [name, 'Unknown']));
  });

  it('are taken once more where another run has written an older reading since', async () => {
    const { headroom, tasks } = await surveyed();
    await tasks.survey({ runId: 'now', projects: [0, 1] });
    const record = await recordOf(headroom, 'project-0');
    const readAt = new Date(Date.parse(record.readAt) + 1).toISOString();
    await writeObject(headroom.store, keys.reading('project-0'), { ...record, runId: 'beside', readAt });
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'again', projects: [[0]] });
    expect((await headroom.counted(() => tasks.survey({ runId: 'now', projects: [0] }))).reads).toBe(3);
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'nothing' });
  });

  it('are of no use where another run changes the project since', async () => {
    const { headroom, tasks } = await surveyed();
    await tasks.survey({ runId: 'now', projects: [0, 1] });
    await noteChanging(headroom.store, 'other', 'project-1', []);
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'again', projects: [[1]] });
  });

  it('of a long batch are stored every 20 projects, so that a kill loses few', async () => {
    const headroom = await settled(45);
    headroom.pass(hourMs);
    const tasks = taskHandlers(headroom.ports);
    await tasks.discover({ runId: 'now', request: { ...pass, readOnly: false } } as never);
    const input = { runId: 'now', projects: Array.from({ length: 45 }, (_, place) => place) };
    let listed = 0;
    const listServices: Platform['listServices'] = (project) => {
      listed += 1;
      if (listed > 43) throw new TypeError('killed');
      return headroom.ports.platform.listServices(project);
    };
    let stored = 0;
    const store: Store = {
      ...headroom.store,
      put: async (key, body, condition) => {
        if (key.startsWith('runs/now/readings/')) {
          stored += 1;
          if (stored > 2) throw new Error('killed');
        }
        await headroom.store.put(key, body, condition);
      },
    };
    const ports = { ...headroom.ports, store, platform: { ...headroom.ports.platform, listServices } };
    await expect(taskHandlers(ports).survey(input)).rejects.toThrow('killed');
    expect((await headroom.counted(() => tasks.survey(input))).reads).toBe(3 * 5);
  });
});
