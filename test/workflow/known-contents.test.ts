import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../lib/core/model/durations.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { noteChanging, recordTrouble } from '../../lib/run/inventory/record.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { needObject, updateObject } from '../../lib/run/store/objects.ts';
import type { InventoryIndex, InventoryRecord } from '../../lib/run/store/run-objects.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

const pass = { trigger: { kind: 'schedule', by: 'hourly pass' }, reads: 300, everyMinutes: 60 };
/** A pass would leave its work to the dead one beside it. */
const request = { trigger: { kind: 'manual', by: 'a test' }, readOnly: false };
const project = 'project-0';

/** An organization of one project whose contents the index knows. */
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

/** A run that reads the project and dies before it plans, so that the index has the time and the contents of before. */
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

describe('an index that knows the contents of a record', () => {
  it('spares a pass the look at it, as long as the platform shows these contents', async () => {
    const headroom = await known();
    const { digest } = (await knownIn(headroom)) ?? {};
    expect(digest).toMatch(/^[0-9a-f]{32}$/);
    const asked: string[] = [];
    const store = { ...headroom.store, get: (key: string) => headroom.store.get(key).finally(() => asked.push(key)) };
    const tasks = taskHandlers({ ...headroom.ports, store });
    await tasks.discover({ runId: 'now', request } as never);
    await tasks.survey({ runId: 'now', projects: [0] });
    expect(asked).not.toContain(keys.projectRecord(project));
    await withTag(headroom, 'moved');
    await tasks.survey({ runId: 'next', projects: [0] }).catch(() => undefined);
    await planned(headroom, 'later');
    expect((await recordIn(headroom)).services[0]?.tags).toEqual({ team: 'moved' });
    expect((await knownIn(headroom))?.digest).not.toBe(digest);
  });

  it('makes no reading look fresh where a run has written another record since: the project is read again', async () => {
    const headroom = await known();
    await withTag(headroom, 'moved');
    await diesBeforePlan(headroom, 'dead');
    expect((await recordIn(headroom)).runId).toBe('dead');
    // The platform shows what the index knows, and not what the record has.
    await headroom.control('service', { project, service: 'service-0', tags: {} });
    expect(await planned(headroom, 'now')).toMatchObject({ verdict: 'again', projects: [[0]] });
    const tasks = taskHandlers(headroom.ports);
    expect((await headroom.counted(() => tasks.survey({ runId: 'now', projects: [0] }))).reads).toBe(3);
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'nothing' });
    expect(await recordIn(headroom)).toMatchObject({ runId: 'now', services: [{ tags: {} }] });
  });

  it('makes no reading look fresh where the record has other contents at the same time', async () => {
    const headroom = await known();
    await updateObject<InventoryRecord>(headroom.store, keys.reading(project), (record) =>
      record === undefined ? undefined : { ...record, tags: { of: 'another reading' } },
    );
    expect(await planned(headroom, 'now')).toMatchObject({ verdict: 'again' });
  });

  it('is right about a record that another run has written with the same contents', async () => {
    const headroom = await known();
    await withTag(headroom, 'moved');
    await diesBeforePlan(headroom, 'dead');
    const { readAt } = await recordIn(headroom);
    expect(await planned(headroom, 'now')).toMatchObject({ verdict: 'nothing' });
    expect((await recordIn(headroom)).readAt).toBe(readAt);
    expect(await knownIn(headroom)).toMatchObject({ recordedAt: readAt });
  });

  it('knows nothing of a record in which a run has noted that it changes the project', async () => {
    const headroom = await known();
    await noteChanging(headroom.store, 'other', project, []);
    expect(await planned(headroom, 'now')).toMatchObject({ verdict: 'again' });
    expect(await knownIn(headroom)).not.toHaveProperty('digest');
    const tasks = taskHandlers(headroom.ports);
    await tasks.survey({ runId: 'now', projects: [0] });
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'nothing' });
    expect(await recordIn(headroom)).not.toHaveProperty('changedBy');
    expect(await knownIn(headroom)).toHaveProperty('digest');
  });

  it.each([
    ['is damaged', (headroom: LocalHeadroom) => headroom.store.put(keys.projectRecord(project), '{')],
    ['is lost', (headroom: LocalHeadroom) => headroom.store.delete(keys.projectRecord(project))],
  ])('is not believed where the record %s: the project is read again', async (_, damage) => {
    const headroom = await known();
    await damage(headroom);
    const { outcome } = await headroom.reconcile({ runId: 'now', input: pass });
    expect(outcome).toBe('nothing');
    expect(await recordIn(headroom)).toMatchObject({ runId: 'now' });
    expect(await knownIn(headroom)).toHaveProperty('digest');
  });

  it('believes no text that is another by one member: the project is read again', async () => {
    const headroom = await known();
    const { body = '' } = (await headroom.store.get(keys.projectRecord(project))) ?? {};
    await headroom.store.put(keys.projectRecord(project), body.replace(/"diskMb":\d+/, '"diskMb":"many"'));
    const { outcome } = await headroom.reconcile({ runId: 'now', input: pass });
    expect(outcome).toBe('nothing');
    expect(await recordIn(headroom)).toMatchObject({ runId: 'now' });
  });

  it('knows nothing of projects in which a run is about to write', async () => {
    const headroom = await known();
    await headroom.store.put(keys.policy, enableAll(300));
    expect((await headroom.reconcile({ runId: 'now', input: pass })).outcome).toBe('applied');
    expect(await knownIn(headroom)).not.toHaveProperty('digest');
  });

  it('ends the trouble of a run that died before it planned', async () => {
    const headroom = await known();
    await recordTrouble(headroom.ports, 'dead', project, { error: 'PlatformForbidden', message: 'no' });
    const { outcome } = await headroom.reconcile({ runId: 'now', input: pass });
    expect(outcome).toBe('nothing');
    const record = await recordIn(headroom);
    expect(record).not.toHaveProperty('trouble');
    expect(record).toHaveProperty('historyDay');
  });
});
