import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../lib/core/model/durations.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { noteChanging, recordTrouble } from '../../lib/run/inventory/record.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { needObject, openRecord, updateObject } from '../../lib/run/store/objects.ts';
import type { InventoryIndex, InventoryRecord } from '../../lib/run/store/run-objects.ts';
import { enableAll, even } from './scenarios.ts';
import { startWorld, type World } from './local-headroom.ts';

const pass = { trigger: { kind: 'schedule', by: 'hourly pass' }, reads: 300, everyMinutes: 60 };
/** A pass would leave its work to the dead one beside it. */
const request = { trigger: { kind: 'manual', by: 'a test' }, readOnly: false };
const project = 'project-0';

/** An organization of one project whose contents the index knows. */
const known = async () => {
  const world = await startWorld(even(1, 1), enableAll(200));
  for (const runId of ['first', 'second', 'third']) {
    await world.reconcile({ runId, input: pass });
    world.pass(10 * minuteMs);
  }
  return world;
};

const recordIn = ({ store }: World) => needObject<InventoryRecord>(store, keys.reading(project));
const knownIn = async ({ store }: World) =>
  (await needObject<InventoryIndex>(store, keys.inventoryIndex)).projects[project];

/** A run that reads the project and dies before it plans, so that the index has the time and the contents of before. */
const diesBeforePlan = async (world: World, runId: string) => {
  const tasks = taskHandlers(world.ports);
  await tasks.discover({ runId, request } as never);
  await tasks.survey({ runId, projects: [0] });
  world.pass(10 * minuteMs);
};

/** A run up to its first plan, which it answers. */
const planned = async (world: World, runId: string) => {
  const tasks = taskHandlers(world.ports);
  await tasks.discover({ runId, request } as never);
  await tasks.survey({ runId, projects: [0] });
  return tasks.plan({ runId });
};

const withTag = (world: World, team: string) =>
  world.control('service', { project, service: 'service-0', tags: { team } });

describe('an index that knows the contents of a record', () => {
  it('spares a pass the look at it, as long as the platform shows these contents', async () => {
    const world = await known();
    const { digest } = (await knownIn(world)) ?? {};
    expect(digest).toMatch(/^[0-9a-f]{32}$/);
    const asked: string[] = [];
    const store = { ...world.store, get: (key: string) => world.store.get(key).finally(() => asked.push(key)) };
    const tasks = taskHandlers({ ...world.ports, store });
    await tasks.discover({ runId: 'now', request } as never);
    await tasks.survey({ runId: 'now', projects: [0] });
    expect(asked).not.toContain(keys.projectRecord(project));
    await withTag(world, 'moved');
    await tasks.survey({ runId: 'next', projects: [0] }).catch(() => undefined);
    await planned(world, 'later');
    expect((await recordIn(world)).services[0]?.tags).toEqual({ team: 'moved' });
    expect((await knownIn(world))?.digest).not.toBe(digest);
  });

  it('makes no reading look fresh where a run has written another record since: the project is read again', async () => {
    const world = await known();
    await withTag(world, 'moved');
    await diesBeforePlan(world, 'dead');
    expect((await recordIn(world)).runId).toBe('dead');
    // The platform shows what the index knows, and not what the record has.
    await world.control('service', { project, service: 'service-0', tags: {} });
    expect(await planned(world, 'now')).toMatchObject({ verdict: 'again', projects: [[0]] });
    const tasks = taskHandlers(world.ports);
    expect((await world.counted(() => tasks.survey({ runId: 'now', projects: [0] }))).reads).toBe(3);
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'nothing' });
    expect(await recordIn(world)).toMatchObject({ runId: 'now', services: [{ tags: {} }] });
  });

  it('makes no reading look fresh where the record has other contents at the same time', async () => {
    const world = await known();
    await updateObject<InventoryRecord>(world.store, keys.reading(project), (record) =>
      record === undefined ? undefined : { ...record, tags: { of: 'another reading' } },
    );
    expect(await planned(world, 'now')).toMatchObject({ verdict: 'again' });
  });

  it('is right about a record that another run has written with the same contents', async () => {
    const world = await known();
    await withTag(world, 'moved');
    await diesBeforePlan(world, 'dead');
    const { readAt } = await recordIn(world);
    expect(await planned(world, 'now')).toMatchObject({ verdict: 'nothing' });
    expect((await recordIn(world)).readAt).toBe(readAt);
    expect(await knownIn(world)).toMatchObject({ recordedAt: readAt });
  });

  it('knows nothing of a record in which a run has noted that it changes the project', async () => {
    const world = await known();
    await noteChanging(world.store, 'other', project, []);
    expect(await planned(world, 'now')).toMatchObject({ verdict: 'again' });
    expect(await knownIn(world)).not.toHaveProperty('digest');
    const tasks = taskHandlers(world.ports);
    await tasks.survey({ runId: 'now', projects: [0] });
    expect(await tasks.plan({ runId: 'now' })).toMatchObject({ verdict: 'nothing' });
    expect(await recordIn(world)).not.toHaveProperty('changedBy');
    expect(await knownIn(world)).toHaveProperty('digest');
  });

  it.each([
    ['is damaged', (world: World) => world.store.put(keys.projectRecord(project), '{')],
    ['is lost', (world: World) => world.store.delete(keys.projectRecord(project))],
  ])('is not believed where the record %s: the project is read again', async (_, damage) => {
    const world = await known();
    await damage(world);
    const { outcome } = await world.reconcile({ runId: 'now', input: pass });
    expect(outcome).toBe('nothing');
    expect(await recordIn(world)).toMatchObject({ runId: 'now' });
    expect(await knownIn(world)).toHaveProperty('digest');
  });

  it('knows the text of a record until another is written, whose digest it then has', async () => {
    const world = await known();
    const { checked } = (await knownIn(world)) ?? {};
    const opened = () => openRecord(world.store, project);
    expect(checked).toBe((await opened()).checked());
    await withTag(world, 'moved');
    expect(await planned(world, 'now')).toMatchObject({ verdict: 'nothing' });
    const after = await knownIn(world);
    expect(after?.checked).toBe((await opened()).checked());
    expect(after?.checked).not.toBe(checked);
  });

  it('believes no text that is another by one member: the project is read again', async () => {
    const world = await known();
    const { body = '' } = (await world.store.get(keys.projectRecord(project))) ?? {};
    await world.store.put(keys.projectRecord(project), body.replace(/"diskMb":\d+/, '"diskMb":"many"'));
    const { outcome } = await world.reconcile({ runId: 'now', input: pass });
    expect(outcome).toBe('nothing');
    expect(await recordIn(world)).toMatchObject({ runId: 'now' });
  });

  it('keeps the digest of a text for a run of a part of the organization, which reads it beside its own', async () => {
    const world = await known();
    const before = await knownIn(world);
    expect(before).toHaveProperty('checked');
    await world.reconcile({ runId: 'part', input: { ...pass, reads: 0 } });
    expect((await knownIn(world))?.checked).toBe(before?.checked);
  });

  it('knows nothing of projects in which a run is about to write', async () => {
    const world = await known();
    await world.store.put(keys.policy, enableAll(300));
    expect((await world.reconcile({ runId: 'now', input: pass })).outcome).toBe('applied');
    for (const member of ['digest', 'answers', 'checked']) expect(await knownIn(world)).not.toHaveProperty(member);
  });

  it('ends the trouble of a run that died before it planned', async () => {
    const world = await known();
    await recordTrouble(world.ports, 'dead', project, { error: 'PlatformForbidden', message: 'no' });
    const { outcome } = await world.reconcile({ runId: 'now', input: pass });
    expect(outcome).toBe('nothing');
    const record = await recordIn(world);
    expect(record).not.toHaveProperty('trouble');
    expect(record).toHaveProperty('historyDay');
  });
});
