import { describe, expect, it } from 'vitest';
import { discover } from '../../functions/discover.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { needObject } from '../../lib/run/store/objects.ts';
import type { RunObject } from '../../lib/run/store/run-objects.ts';
import { startHeadroom } from '../workflow/local-headroom.ts';
import { enableAll, even } from '../workflow/scenarios.ts';
import { policy, shared } from '../workflow/shared-budget.ts';

const projectsFor = async (request: object): Promise<Pick<RunObject, 'outside'> & { names: string[] }> => {
  const { ports, store } = await startHeadroom(even(3, 1), enableAll(200));
  await discover(ports)({ runId: 'run-1', request: { readOnly: false, ...request } as never });
  const { projects, outside } = await needObject<RunObject>(store, keys.run('run-1'));
  return { names: projects.map(({ name }) => name), outside };
};

describe('the projects of a run', () => {
  it('are those of a glob that a person gives', async () => {
    const trigger = { kind: 'manual', by: 'a person' };
    expect(await projectsFor({ trigger, projects: ['project-*', '!project-1'] })).toEqual({
      names: ['project-0', 'project-2'],
      outside: [],
    });
    expect(await projectsFor({ trigger, projects: ['gone-*'] })).toEqual({ names: [], outside: ['gone-*'] });
  });

  it('are never more than those that an event names', async () => {
    const trigger = { kind: 'event', by: 'ServiceCreated' };
    expect(await projectsFor({ trigger, projects: ['project-*'] })).toEqual({ names: [], outside: ['project-*'] });
  });

  it('of an event come with the names of those that share a budget with them', async () => {
    const headroom = await startHeadroom(shared, policy('1000.00'));
    await headroom.reconcile();
    const request = { readOnly: false, trigger: { kind: 'event', by: 'ServiceCreated' }, projects: ['a'] };
    await discover(headroom.ports)({ runId: 'run-of-event', request: request as never });
    const { projects, sharing } = await needObject<RunObject>(headroom.store, keys.run('run-of-event'));
    expect([projects.map(({ name }) => name), sharing]).toEqual([['a'], ['b']]);
  });
});
