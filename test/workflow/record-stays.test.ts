import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../lib/core/model/durations.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { recordTrouble } from '../../lib/run/inventory/record.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { needObject, updateObject } from '../../lib/run/store/objects.ts';
import type { InventoryIndex, InventoryRecord } from '../../lib/run/store/run-objects.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

const pass = { trigger: { kind: 'schedule', by: 'hourly pass' }, reads: 300, everyMinutes: 60 };
/** A pass would leave its work to the dead one beside it. */
const request = { trigger: { kind: 'manual', by: 'a test' }, readOnly: false };
const project = 'project-0';

/** An organization of one project whose record a reading has confirmed. */
const known = async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(200));
  for (const runId of ['first', 'second', 'third']) {
    await headroom.reconcile({ runId, input: pass });
    headroom.pass(10 * minuteMs);
  }
  return headroom;
};

const recordIn = ({ store }: LocalHeadroom) => needObject<InventoryRecord>(store, keys.reading(project));
const knownIn = async ({ store }: LocalHeadroom) =>
  (await needObject<InventoryIndex>(store, keys.inventoryIndex)).projects[project];

/** A run that reads the project and dies before it plans, so that the index has the time of before. */
const diesBeforePlan = async (headroom: LocalHeadroom, runId: string) => {
  const tasks = taskHandlers(headroom.ports);
  await tasks.discover({ runId, request } as never);
  await tasks.survey({ runId, projects: [0] });
  headroom.pass(10 * minuteMs);
};

/** A run up to its first plan, which it answers. */
const planned = async (headroom: LocalHeadroom, runId: string) => {
  const tasks = taskHandlers(headroom.ports);
  await tasks.discover({ runId, request } as never);
  await tasks.survey({ runId, projects: [0] });
  return tasks.plan({ runId });
};

const withTag = (headroom: LocalHeadroom, team: string) =>
  headroom.control('service', { project, service: 'service-0', tags: { team } });

describe('a record that a reading has confirmed', () => {
  it('is replaced where it has other contents than the platform shows, at the same time', async () => {
    const headroom = await known();
    await updateObject<InventoryRecord>(headroom.store, keys.reading(project), (record) =>
      record === undefined ? undefined : { ...record, tags: { of: 'another reading' } },
    );
    expect(await planned(headroom, 'now')).toMatchObject({ verdict: 'nothing' });
    expect(await recordIn(headroom)).toMatchObject({ runId: 'now', tags: {} });
  });

  it('stays where another run has written it with the same contents', async () => {
    const headroom = await known();
    await withTag(headroom, 'moved');
    await diesBeforePlan(headroom, 'dead');
    const { readAt } = await recordIn(headroom);
    expect(await planned(headroom, 'now')).toMatchObject({ verdict: 'nothing' });
    expect((await recordIn(headroom)).readAt).toBe(readAt);
    expect(await knownIn(headroom)).toMatchObject({ recordedAt: readAt });
  });

  it.each([
    ['is damaged', (headroom: LocalHeadroom) => headroom.store.put(keys.projectRecord(project), '{')],
    ['is lost', (headroom: LocalHeadroom) => headroom.store.delete(keys.projectRecord(project))],
  ])('is written anew where it %s', async (_, damage) => {
    const headroom = await known();
    await damage(headroom);
    const { outcome } = await headroom.reconcile({ runId: 'now', input: pass });
    expect(outcome).toBe('nothing');
    expect(await recordIn(headroom)).toMatchObject({ runId: 'now' });
  });

  it('is written anew where it is another by one member', async () => {
    const headroom = await known();
    const { body = '' } = (await headroom.store.get(keys.projectRecord(project))) ?? {};
    await headroom.store.put(keys.projectRecord(project), body.replace(/"diskMb":\d+/, '"diskMb":"many"'));
    const { outcome } = await headroom.reconcile({ runId: 'now', input: pass });
    expect(outcome).toBe('nothing');
    expect(await recordIn(headroom)).toMatchObject({ runId: 'now' });
  });

  it('keeps no trouble of a run that died before it planned', async () => {
    const headroom = await known();
    await recordTrouble(headroom.ports, 'dead', project, { error: 'PlatformForbidden', message: 'no' });
    const { outcome } = await headroom.reconcile({ runId: 'now', input: pass });
    expect(outcome).toBe('nothing');
    const record = await recordIn(headroom);
    expect(record).not.toHaveProperty('trouble');
    expect(record).toHaveProperty('historyDay');
  });
});
