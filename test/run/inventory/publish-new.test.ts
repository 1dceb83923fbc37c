import { describe, expect, it } from 'vitest';
import { watchServices } from '../../../functions/watch-services.ts';
import { enableAll, even, pg } from '../../workflow/scenarios.ts';
import { operatorToken, startWorld, type World } from '../../workflow/local-headroom.ts';

const scheduled = (reads?: number) => ({
  trigger: { kind: 'schedule', by: 'hourly pass' },
  everyMinutes: 60,
  ...(reads !== undefined && { reads }),
});

const published = ({ events }: World) =>
  events.flatMap(({ type, detail }) => (type === 'ServiceCreated' ? [`${detail.project}/${detail.service}`] : []));

const create = (world: World, project: string, name: string) =>
  world.control('service', { project, service: name, ...pg(name), name: undefined });

const anEvent = (project: string) => [{ 'detail-type': 'ServiceCreated', detail: { project } }];

/** An organization whose projects were read twice, and its watch for new services. */
const begun = async (projects = 2) => {
  const world = await startWorld(even(projects, 1), enableAll(200));
  const watch = () => watchServices(world.ports)({});
  await watch();
  await world.reconcile({ input: scheduled() });
  return { world, watch };
};

describe('a service that the inventory does not know', () => {
  it('is published by the pass that reads it first, once, and by no watch after it', async () => {
    const { world, watch } = await begun();
    await create(world, 'project-1', 'new');
    await world.reconcile({ input: scheduled() });
    expect(published(world)).toEqual(['project-1/new']);
    await watch();
    await world.reconcile({ input: scheduled() });
    expect(published(world)).toEqual(['project-1/new']);
  });

  it('is published by no pass after a watch has published it', async () => {
    const { world, watch } = await begun();
    await create(world, 'project-1', 'new');
    await watch();
    await world.reconcile({ input: scheduled() });
    expect(published(world)).toEqual(['project-1/new']);
  });

  it('is not published by a run for events, which serves it itself', async () => {
    const { world } = await begun();
    await create(world, 'project-1', 'new');
    await world.reconcile({ input: anEvent('project-1') });
    await world.reconcile({ input: scheduled() });
    expect(published(world)).toEqual([]);
  });

  it('is published by the next pass if only a plan without writes has read it', async () => {
    const { world } = await begun();
    await create(world, 'project-1', 'new');
    await world.reconcile({ input: { trigger: { kind: 'manual', by: 'a person' }, readOnly: true } });
    expect(published(world)).toEqual([]);
    await world.reconcile({ input: scheduled() });
    expect(published(world)).toEqual(['project-1/new']);
  });

  it('is published if its name was in use before: a new disk needs a new autoscaler', async () => {
    const { world, watch } = await begun();
    await create(world, 'project-1', 'new');
    await world.reconcile({ input: scheduled() });
    await world.control('advance', { seconds: 60 });
    const authorization = `Bearer ${operatorToken}`;
    const removed = `${world.platform.url}/v1/project/project-1/service/new`;
    expect((await fetch(removed, { method: 'DELETE', headers: { authorization } })).status).toBe(200);
    await create(world, 'project-1', 'new');
    await watch();
    expect(published(world)).toEqual(['project-1/new', 'project-1/new']);
  });
});

describe('the first readings of an organization', () => {
  it('publish nothing, also where they take several passes', async () => {
    const world = await startWorld(even(5, 2), enableAll(200));
    for (const _ of [1, 2, 3]) await world.reconcile({ input: scheduled(2) });
    expect(published(world)).toEqual([]);
  });

  it('publish the services of a project that is created later', async () => {
    const world = await startWorld(even(2, 1), enableAll(200));
    const { platform } = world.ports;
    const earlier = { ...platform, listProjects: async () => (await platform.listProjects()).slice(0, 1) };
    await world.reconcile({ input: scheduled(), ports: { platform: earlier } });
    await world.reconcile({ input: scheduled() });
    expect(published(world)).toEqual(['project-1/service-0']);
  });
});
