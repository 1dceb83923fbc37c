import { describe, expect, it } from 'vitest';
import { watchServices } from '../../../functions/watch-services.ts';
import { type LocalHeadroom, operatorToken, startHeadroom } from '../../workflow/local-headroom.ts';
import { withProjectList } from '../../workflow/project-list.ts';
import { enableAll, even, pg } from '../../workflow/scenarios.ts';

const scheduled = (reads?: number) => ({
  trigger: { kind: 'schedule', by: 'hourly pass' },
  everyMinutes: 60,
  ...(reads !== undefined && { reads }),
});

const published = ({ events }: LocalHeadroom) =>
  events.flatMap(({ type, detail }) => (type === 'ServiceCreated' ? [`${detail.project}/${detail.service}`] : []));

const create = (headroom: LocalHeadroom, project: string, name: string) =>
  headroom.control('service', { project, service: name, ...pg(name), name: undefined });

const anEvent = (project: string) => [{ 'detail-type': 'ServiceCreated', detail: { project } }];

/** An organization whose projects were read twice, and its watch for new services. */
const begun = async (projects = 2) => {
  const headroom = await startHeadroom(even(projects, 1), enableAll(200));
  const watch = () => watchServices(headroom.ports)({});
  await watch();
  await headroom.reconcile({ input: scheduled() });
  return { headroom, watch };
};

describe('a service that the inventory does not know', () => {
  it('is published by the pass that reads it first, once, and by no watch after it', async () => {
    const { headroom, watch } = await begun();
    await create(headroom, 'project-1', 'new');
    await headroom.reconcile({ input: scheduled() });
    expect(published(headroom)).toEqual(['project-1/new']);
    await watch();
    await headroom.reconcile({ input: scheduled() });
    expect(published(headroom)).toEqual(['project-1/new']);
  });

  it('is published by no pass after a watch has published it', async () => {
    const { headroom, watch } = await begun();
    await create(headroom, 'project-1', 'new');
    await watch();
    await headroom.reconcile({ input: scheduled() });
    expect(published(headroom)).toEqual(['project-1/new']);
  });

  it('is not published by a run for events, which serves it itself', async () => {
    const { headroom } = await begun();
    await create(headroom, 'project-1', 'new');
    await headroom.reconcile({ input: anEvent('project-1') });
    await headroom.reconcile({ input: scheduled() });
    expect(published(headroom)).toEqual([]);
  });

  it('is published by the next pass if only a plan without writes has read it', async () => {
    const { headroom } = await begun();
    await create(headroom, 'project-1', 'new');
    await headroom.reconcile({ input: { trigger: { kind: 'manual', by: 'a person' }, readOnly: true } });
    expect(published(headroom)).toEqual([]);
    await headroom.reconcile({ input: scheduled() });
    expect(published(headroom)).toEqual(['project-1/new']);
  });

  it('is published if its name was in use before: a new disk needs a new autoscaler', async () => {
    const { headroom, watch } = await begun();
    await create(headroom, 'project-1', 'new');
    await headroom.reconcile({ input: scheduled() });
    await headroom.control('advance', { seconds: 60 });
    const authorization = `Bearer ${operatorToken}`;
    const removed = `${headroom.platform.url}/v1/project/project-1/service/new`;
    expect((await fetch(removed, { method: 'DELETE', headers: { authorization } })).status).toBe(200);
    await create(headroom, 'project-1', 'new');
    await watch();
    expect(published(headroom)).toEqual(['project-1/new', 'project-1/new']);
  });
});

describe('the first readings of an organization', () => {
  it('publish nothing, also where they take several passes', async () => {
    const headroom = await startHeadroom(even(5, 2), enableAll(200));
    for (const _ of [1, 2, 3]) await headroom.reconcile({ input: scheduled(2) });
    expect(published(headroom)).toEqual([]);
  });

  it('publish the services of a project that is created later', async () => {
    const headroom = await startHeadroom(even(2, 1), enableAll(200));
    const { platform } = headroom.ports;
    const earlier = { ...platform, listProjects: withProjectList(platform, (listed) => listed.slice(0, 1)) };
    await headroom.reconcile({ input: scheduled(), ports: { platform: earlier } });
    await headroom.reconcile({ input: scheduled() });
    expect(published(headroom)).toEqual(['project-1/service-0']);
  });
});
