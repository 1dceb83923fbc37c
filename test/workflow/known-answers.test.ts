import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../lib/core/model/durations.ts';
import type { AnswerText, Platform } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { needObject, updateObject } from '../../lib/run/store/objects.ts';
import type { InventoryIndex, InventoryRecord } from '../../lib/run/store/run-objects.ts';
import { type LocalHeadroom, operatorToken } from './local-headroom.ts';
import { pass, recordOf, settled } from './quiet-passes.ts';

const project = 'project-0';

/** An organization whose answers the index knows. */
const known = async (projects = 1) => {
  const headroom = await settled(projects, 2);
  await headroom.reconcile({ runId: 'third', input: pass });
  headroom.pass(10 * minuteMs);
  return headroom;
};

const knownIn = async ({ store }: LocalHeadroom) =>
  (await needObject<InventoryIndex>(store, keys.inventoryIndex)).projects[project];

/** A pass, and the lists that it has read of the answers that it got. */
const readBy = async (headroom: LocalHeadroom, runId: string, more: Partial<Platform> = {}) => {
  const { platform } = headroom.ports;
  const read: string[] = [];
  const noting =
    <K extends 'listServices' | 'listEndpoints' | 'listDiskAlerts'>(list: K) =>
    <T, U>(of: string, unread?: (answer: AnswerText<T>) => U) =>
      platform[list](of, (answer) => {
        const noted = { ...answer, read: () => answer.read().finally(() => read.push(`${list} ${of}`)) };
        return unread === undefined ? noted.read() : unread(noted as never);
      });
  const noted = {
    ...platform,
    listServices: noting('listServices'),
    listEndpoints: noting('listEndpoints'),
    listDiskAlerts: noting('listDiskAlerts'),
    ...more,
  } as Platform;
  const { result, reads } = await headroom.counted(() =>
    headroom.reconcile({ runId, input: pass, ports: { platform: noted } }),
  );
  return { report: result, calls: reads, read };
};

/** The services of the project as the platform lists them. */
const listed = async ({ platform: { url } }: LocalHeadroom) => {
  const headers = { authorization: `Bearer ${operatorToken}` };
  const answer = await fetch(`${url}/v1/project/${project}/service`, { headers });
  return (await answer.json()) as { services: { backups: { backup_name: string }[] }[] };
};

const lists = ['listServices', 'listEndpoints', 'listDiskAlerts'];
const allOf = (name: string) => lists.map((list) => `${list} ${name}`);

const withTag = (headroom: LocalHeadroom, team: string) =>
  headroom.control('service', { project, service: 'service-0', tags: { team } });

describe('answers that an index knows', () => {
  it('are not read again while they are word for word the same, and the reading counts', async () => {
    const headroom = await known(3);
    const before = await recordOf(headroom, project);
    const { report, read, calls } = await readBy(headroom, 'now');
    expect([report.outcome, report.unread, read]).toEqual(['nothing', [], []]);
    // The list of projects, and three answers of each.
    expect(calls).toBe(1 + 3 * 3);
    expect(await recordOf(headroom, project)).toEqual(before);
    const { readAt } = (await knownIn(headroom)) ?? {};
    expect(Date.parse(readAt ?? '')).toBe(headroom.ports.clock.now());
  });

  it('are not read for the backups of a night, which nothing reads', async () => {
    const headroom = await known();
    const backupsIn = async () =>
      (await listed(headroom)).services.map(({ backups }) => backups.map(({ backup_name: name }) => name));
    const before = await backupsIn();
    await headroom.control('advance', { seconds: (24 * hourMs) / 1000 });
    expect(await backupsIn()).not.toEqual(before);
    expect((await readBy(headroom, 'now')).read).toEqual([]);
  });

  it('are read in the project alone in which one has changed', async () => {
    const headroom = await known(3);
    await withTag(headroom, 'moved');
    expect((await readBy(headroom, 'now')).read).toEqual(allOf(project));
    expect((await recordOf(headroom, project)).services[0]?.tags).toEqual({ team: 'moved' });
  });

  it.each<[string, (headroom: LocalHeadroom) => Promise<unknown>, keyof InventoryRecord]>([
    ['a tag of a service', (headroom) => withTag(headroom, 'moved'), 'services'],
    [
      'the state of a service',
      (headroom) => headroom.control('service', { project, service: 'service-0', state: 'POWEROFF' }),
      'services',
    ],
    [
      'the maximum of an endpoint',
      async ({ ports: { platform } }) => {
        const [endpoint] = await platform.listEndpoints(project);
        await platform.updateEndpoint(project, endpoint?.id ?? '', { kind: 'additional', gb: 300 });
      },
      'endpoints',
    ],
    [
      'an alert about a disk',
      (headroom) => headroom.control('usage', { project, service: 'service-0', usedGb: 79 }),
      'alerts',
    ],
  ])('are read where %s has changed, and the record has the change', async (_, change, member) => {
    const headroom = await known();
    const before = await recordOf(headroom, project);
    await change(headroom);
    const { read } = await readBy(headroom, 'now');
    expect(read.slice(0, 3)).toEqual(allOf(project));
    expect((await recordOf(headroom, project))[member]).not.toEqual(before[member]);
  });

  it('are read where the project has another tag, which is in none of them', async () => {
    const headroom = await known();
    const listProjects = async () => ({ projects: [{ name: project, tags: { team: 'moved' } }], beyond: 0 });
    const { read } = await readBy(headroom, 'now', { listProjects });
    expect(read).toEqual(allOf(project));
    expect((await recordOf(headroom, project)).tags).toEqual({ team: 'moved' });
  });

  it('are read by the first pass of a day, whose sizes belong in the history, and by the next one', async () => {
    const headroom = await known();
    headroom.pass(24 * hourMs);
    for (const runId of ['morning', 'later']) {
      expect((await readBy(headroom, runId)).read).toEqual(allOf(project));
      headroom.pass(10 * minuteMs);
    }
    expect((await readBy(headroom, 'noon')).read).toEqual([]);
  });

  it('are no longer known where a run has noted something in the record since, or its contents are others', async () => {
    const headroom = await known();
    const { answers } = (await knownIn(headroom)) ?? {};
    expect(answers).toMatchObject({ services: 2, endpoints: 2 });
    await updateObject<InventoryRecord>(headroom.store, keys.reading(project), (record) =>
      record === undefined ? undefined : { ...record, announced: [] },
    );
    await headroom.reconcile({ runId: 'now', input: pass });
    expect(await knownIn(headroom)).not.toHaveProperty('answers');
    expect((await recordOf(headroom, project)).announced).toEqual(['service-0', 'service-1']);
  });

  it('are not known of a project whose lists leave something out, which is asked for each time', async () => {
    const headroom = await known();
    const listServices: Platform['listServices'] = async (of) =>
      (await headroom.ports.platform.listServices(of)).map((service) => ({ ...service, tags: null }));
    expect((await readBy(headroom, 'now', { listServices })).calls).toBe(1 + 3 + 2);
    expect(await knownIn(headroom)).not.toHaveProperty('answers');
  });
});
