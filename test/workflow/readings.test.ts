import { expect, it } from 'vitest';
import { PlatformForbidden } from '../../lib/contract/errors.ts';
import type { TaskOutput } from '../../lib/contract/tasks.ts';
import { hourMs, minuteMs } from '../../lib/core/model/durations.ts';
import type { Platform } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { setStoreMode } from '../../lib/run/store/mode.ts';
import { needObject } from '../../lib/run/store/objects.ts';
import type { InventoryIndex } from '../../lib/run/store/run-objects.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';
import { policy, shared } from './shared-budget.ts';

/** A scheduled pass that reads so many projects, once an hour. */
const pass = (reads: number) => ({ trigger: { kind: 'schedule', by: 'hourly pass' }, reads, everyMinutes: 60 });

const indexOf = ({ store }: LocalHeadroom) => needObject<InventoryIndex>(store, keys.inventoryIndex);

/** The platform, which refuses to list the services of one project. */
const refusing = ({ ports }: LocalHeadroom, project: string): Platform => ({
  ...ports.platform,
  listServices: async (asked) => {
    if (asked === project) throw new PlatformForbidden('403', { method: 'GET', path: '/v1/project/shop/service' });
    return ports.platform.listServices(asked);
  },
});

const readingsOf = async (headroom: LocalHeadroom, options: Parameters<LocalHeadroom['reconcile']>[0]) => {
  let readingsOverdue: TaskOutput<'plan'>['readingsOverdue'];
  const handlers: NonNullable<NonNullable<typeof options>['handlers']> = (given) => ({
    ...given,
    plan: async (input) => {
      const output = (await given.plan?.(input)) as TaskOutput<'plan'>;
      ({ readingsOverdue } = output);
      return output;
    },
  });
  const report = await headroom.reconcile({ ...options, handlers });
  return { report, readingsOverdue };
};

it('a scheduled pass stores its promise, and a run of a person leaves it', async () => {
  const headroom = await startHeadroom(even(4, 1), enableAll(200));
  await headroom.reconcile({ input: pass(2) });
  expect(await indexOf(headroom)).toMatchObject({ promisedMinutes: 180, neverRead: ['project-2', 'project-3'] });
  await headroom.reconcile();
  const index = await indexOf(headroom);
  expect([index.promisedMinutes, index.neverRead]).toEqual([180, undefined]);
});

it('a scheduled pass stores how soon a new service is served: by looks in turns, by a pass where that is sooner', async () => {
  const headroom = await startHeadroom(even(4, 1), enableAll(200));
  await headroom.reconcile({ input: { ...pass(400), looks: { projects: 4, everyMinutes: 2 } } });
  expect((await indexOf(headroom)).newServiceMinutes).toBe(9);
  await headroom.reconcile();
  expect((await indexOf(headroom)).newServiceMinutes).toBe(9);
  await headroom.reconcile({ input: { ...pass(400), looks: { projects: 3, everyMinutes: 2 } } });
  expect((await indexOf(headroom)).newServiceMinutes).toBe(12);
  await headroom.reconcile({ input: { ...pass(400), looks: { projects: 3, everyMinutes: 600 } } });
  expect((await indexOf(headroom)).newServiceMinutes).toBe(120 + 5);
});

it('a plan that uses older readings says how old they are, and one that read everything says nothing', async () => {
  const headroom = await startHeadroom(even(4, 1), enableAll(200));
  expect((await headroom.reconcile()).plan?.readings).toBeUndefined();
  headroom.pass(hourMs);
  // What the first run enabled must be read again.
  expect((await headroom.reconcile()).plan?.readings).toBeUndefined();
  headroom.pass(90 * minuteMs);
  const { plan } = await headroom.reconcile({ input: pass(2) });
  expect(plan?.readings).toEqual({
    projects: 4,
    olderThanRun: 2,
    oldestMinutes: 90,
    oldestProject: expect.stringMatching(/^project-/),
    promisedMinutes: 180,
    notReadYet: 0,
  });
  expect(plan?.findings).toEqual([]);
});

it('a project that stays unread past twice the promise is a finding and counts for the alarm, until it is read', async () => {
  const headroom = await startHeadroom(even(3, 1), enableAll(200));
  await headroom.reconcile({ input: pass(3) });
  await headroom.reconcile({ input: pass(3) });
  const platform = refusing(headroom, 'project-1');
  headroom.pass(4 * hourMs);
  const onTime = await readingsOf(headroom, { input: pass(3), ports: { platform } });
  expect(onTime.report.plan?.readings).toMatchObject({ oldestProject: 'project-1', oldestMinutes: 240 });
  expect(onTime.readingsOverdue).toBeUndefined();
  expect(onTime.report.plan?.findings.map(({ code }) => code)).toEqual(['project-unread']);
  expect((await indexOf(headroom)).projects['project-1']).toMatchObject({ trouble: 'PlatformForbidden' });
  headroom.pass(minuteMs);
  const late = await readingsOf(headroom, { input: pass(3), ports: { platform } });
  expect(late.readingsOverdue).toBe(true);
  expect(late.report.plan?.findings.map(({ code }) => code).toSorted()).toEqual(['project-unread', 'readings-old']);
  const well = await readingsOf(headroom, { input: pass(3) });
  expect(well.readingsOverdue).toBeUndefined();
  expect(well.report.plan?.readings).toBeUndefined();
  expect((await indexOf(headroom)).projects['project-1']).not.toHaveProperty('trouble');
});

it('a run under stop lists no projects and forgets no reading', async () => {
  const headroom = await startHeadroom(even(2, 1), enableAll(200));
  await headroom.reconcile({ input: pass(2) });
  const before = await indexOf(headroom);
  await setStoreMode(headroom.ports, 'stop', 'ada');
  await headroom.reconcile({ input: pass(2) });
  expect(await indexOf(headroom)).toEqual({ ...before, enforcedSince: undefined });
});

it('an event leaves the urgency of the projects beside it', async () => {
  const headroom = await startHeadroom(shared, policy('200'));
  await headroom.reconcile({ input: pass(3) });
  const urgency = (await indexOf(headroom)).projects.b;
  expect(urgency).toHaveProperty('isUrgent', true);
  const event = { trigger: { kind: 'event', by: 'ServiceCreated' }, projects: ['a'] };
  const { plan } = await headroom.reconcile({ input: event });
  expect((await indexOf(headroom)).projects.b).toEqual(urgency);
  expect(plan?.decisions.map(({ project }) => project)).not.toContain('b');
});

it('a store that has lost its inventory works: the next run reads every project', async () => {
  const headroom = await startHeadroom(even(3, 1), enableAll(200));
  await headroom.reconcile();
  await headroom.reconcile();
  for (const project of ['project-0', 'project-1', 'project-2'])
    await headroom.store.delete(keys.projectRecord(project));
  await headroom.store.delete(keys.inventoryIndex);
  const { result, reads, writes } = await headroom.counted(() => headroom.reconcile({ input: pass(3) }));
  expect([result.outcome, reads, writes]).toEqual(['nothing', 1 + 3 * 3 + 2 * 3, 0]);
  expect(Object.keys((await indexOf(headroom)).projects)).toHaveLength(3);
  expect(result.plan?.readings).toBeUndefined();
});

/** The projects of which a pass lists the services, in order, if that takes so many minutes of each. */
const namesRead = async (headroom: LocalHeadroom, minutesOfProject: number, input = pass(6)) => {
  const names: string[] = [];
  const listServices: Platform['listServices'] = async (project) => {
    names.push(project);
    headroom.pass(minutesOfProject * minuteMs);
    return headroom.ports.platform.listServices(project);
  };
  const platform = { ...headroom.ports.platform, listServices };
  const { outcome, unread, plan } = await headroom.reconcile({ input, ports: { platform } });
  return { names, outcome, unread, findings: plan?.findings };
};

it('a pass that reads a part of the organization stops before the next one, which begins with the rest', async () => {
  const headroom = await startHeadroom(even(6, 1), enableAll(200));
  await headroom.reconcile();
  await headroom.reconcile();
  headroom.pass(hourMs);
  const readsOf = (minutesOfProject: number) => namesRead(headroom, minutesOfProject, pass(5));
  const slow = await readsOf(20);
  const rest = (await indexOf(headroom)).projects;
  // None begins after the 54th minute.
  expect(slow.names.length).toBeLessThan(5);
  expect([slow.outcome, slow.unread]).toEqual(['nothing', []]);
  const next = await readsOf(0);
  const left = Object.keys(rest).filter((name) => !slow.names.includes(name));
  expect(next.names).toHaveLength(5);
  expect(next.names).toEqual(expect.arrayContaining(left));
});

it('a pass over the whole organization that lacks the time stops before the next one too, which begins with the rest', async () => {
  const headroom = await startHeadroom(even(6, 1), enableAll(200));
  for (const _pass of [1, 2]) await headroom.reconcile({ input: pass(6) });
  headroom.pass(hourMs);
  const slow = await namesRead(headroom, 20);
  expect(slow.names).toHaveLength(3);
  expect([slow.outcome, slow.unread, slow.findings]).toEqual(['nothing', [], []]);
  expect((await indexOf(headroom)).promisedMinutes).toBe(120);
  headroom.pass(minuteMs);
  const next = await namesRead(headroom, 20);
  expect(slow.names).not.toContain(next.names[0]);
  headroom.pass(minuteMs);
  const last = await namesRead(headroom, 20);
  const readOnce = new Set([...slow.names, ...next.names, ...last.names]);
  expect([...readOnce].toSorted()).toEqual(Object.keys((await indexOf(headroom)).projects));
});

it('a project that a pass had the time to read, and of which there is no result, is unread, whatever is known of it', async () => {
  const headroom = await startHeadroom(even(2, 1), enableAll(200));
  for (const _pass of [1, 2]) await headroom.reconcile({ input: pass(2) });
  headroom.pass(hourMs);
  const handlers: NonNullable<NonNullable<Parameters<LocalHeadroom['reconcile']>[0]>['handlers']> = (given) => ({
    ...given,
    survey: async () => ({ services: 0, endpoints: 0, unread: 0 }),
  });
  const { unread } = await headroom.reconcile({ input: pass(2), handlers });
  expect(unread.map(({ project, error }) => [project, error])).toEqual([
    ['project-0', 'Unknown'],
    ['project-1', 'Unknown'],
  ]);
});

it('a project that no pass has had the time to read counts as not read yet', async () => {
  const headroom = await startHeadroom(even(4, 1), enableAll(200));
  const listServices: Platform['listServices'] = async (project) => {
    headroom.pass(hourMs);
    return headroom.ports.platform.listServices(project);
  };
  const platform = { ...headroom.ports.platform, listServices };
  const { unread } = await headroom.reconcile({ input: pass(3), ports: { platform } });
  expect(unread.length).toBeGreaterThan(1);
  expect(new Set(unread.map(({ error }) => error))).toEqual(new Set(['NotReadYet']));
});
