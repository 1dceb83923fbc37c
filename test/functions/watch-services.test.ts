import { describe, expect, it } from 'vitest';
import { discover } from '../../functions/discover.ts';
import { watchServices } from '../../functions/watch-services.ts';
import { BusUnavailable, OutOfTime } from '../../lib/contract/errors.ts';
import type { HeadroomEvent } from '../../lib/contract/events.ts';
import { dayMs, minuteMs } from '../../lib/core/model/durations.ts';
import type { Platform } from '../../lib/ports.ts';
import { enableAll, even, pg } from '../workflow/scenarios.ts';
import { startWorld } from '../workflow/local-headroom.ts';

const created = (events: readonly HeadroomEvent[]) =>
  events.flatMap(({ type, detail }) => (type === 'ServiceCreated' ? [detail.service] : [])).sort();

const added = (project: string, service: string) => {
  const { name: _, ...more } = pg(service);
  return { project, service, ...more };
};

describe('looking for new services in turns', () => {
  it('reads no more projects than allowed, and reaches every project in the end', async () => {
    const world = await startWorld(even(5, 1), enableAll(200));
    const watch = watchServices(world.ports);
    for (const _ of [1, 2, 3]) {
      world.pass(2 * minuteMs);
      await watch({ most: 2 });
    }
    for (const n of [0, 1, 2, 3, 4]) {
      await world.control('service', added(`project-${n}`, `new-${n}`));
    }
    for (const _ of [1, 2, 3]) {
      world.pass(2 * minuteMs);
      const { result, reads } = await world.counted(() => watch({ most: 2 }));
      expect([result.projects, reads]).toEqual([2, 3]);
    }
    expect(created(world.events)).toEqual(['new-0', 'new-1', 'new-2', 'new-3', 'new-4']);
  });

  it('soon reaches a project that it saw while its clock was ahead', async () => {
    const world = await startWorld(even(2, 1), enableAll(200));
    const watch = watchServices(world.ports);
    await watch({});
    world.pass(1_000 * dayMs);
    await watch({ most: 1 });
    world.pass(-1_000 * dayMs);
    await world.control('service', added('project-0', 'new-0'));
    await world.control('service', added('project-1', 'new-1'));
    for (const _ of [1, 2, 3]) {
      world.pass(2 * minuteMs);
      await watch({ most: 1 });
    }
    expect(created(world.events)).toEqual(['new-0', 'new-1']);
  });

  it('misses nothing of a project whose record lost its id for a while', async () => {
    const world = await startWorld(even(2, 1), enableAll(200));
    const { platform } = world.ports;
    const lacking: Platform = {
      ...platform,
      listProjects: async () =>
        (await platform.listProjects()).map((one) => (one.name === 'project-0' ? { name: '', tags: null } : one)),
    };
    await watchServices(world.ports)({});
    await world.control('service', added('project-0', 'new-0'));
    expect(await watchServices({ ...world.ports, platform: lacking })({})).toMatchObject({
      projects: 1,
      unreadable: 0,
    });
    await watchServices(world.ports)({});
    expect(created(world.events)).toEqual(['new-0']);
  });

  it('misses nothing of what was created while the token saw no project', async () => {
    const world = await startWorld(even(2, 1), enableAll(200));
    const blind: Platform = { ...world.ports.platform, listProjects: async () => [] };
    await watchServices(world.ports)({});
    await world.control('service', added('project-0', 'new-0'));
    expect(await watchServices({ ...world.ports, platform: blind })({})).toMatchObject({ projects: 0 });
    await watchServices(world.ports)({});
    expect(created(world.events)).toEqual(['new-0']);
  });

  it('goes on with the others when those whose turn it is cannot be read, and misses nothing of them', async () => {
    const world = await startWorld(even(2, 1), enableAll(200));
    const watch = watchServices(world.ports);
    await watch({});
    await world.control('service', added('project-0', 'new-0'));
    await world.control('service', added('project-1', 'new-1'));
    await world.control('faults', [{ operation: 'ProjectGetEventLogs', times: 1, status: 403 }]);
    await expect(watch({ most: 1 })).rejects.toThrow();
    await watch({ most: 1 });
    expect(created(world.events)).toEqual(['new-1']);
    await watch({ most: 1 });
    expect(created(world.events)).toEqual(['new-0', 'new-1']);
  });
});

describe('looking for new services beside surveys', () => {
  const scheduled = { trigger: { kind: 'schedule', by: 'hourly pass' }, everyMinutes: 60, readOnly: false };

  it('reads first the projects that no survey has read lately', async () => {
    const world = await startWorld(even(3, 1), enableAll(200));
    const watch = watchServices(world.ports);
    await watch({});
    await world.reconcile({ input: scheduled });
    world.pass(60 * minuteMs);
    await world.reconcile({
      input: { ...scheduled, trigger: { kind: 'manual', by: 'a person' }, projects: ['project-0', 'project-1'] },
    });
    await world.control('service', added('project-2', 'new'));
    expect(await watch({ most: 1 })).toMatchObject({ projects: 1, published: 1 });
  });

  it('reads no logs in turns while a pass reads everything, which sees new services sooner', async () => {
    const world = await startWorld(even(3, 1), enableAll(200));
    const watch = watchServices(world.ports);
    await watch({});
    await discover(world.ports)({ runId: 'pass', request: scheduled as never });
    expect(await watch({ most: 1 })).toMatchObject({ projects: 0, unreadable: 0 });
    expect(await watch({ most: 3 })).toMatchObject({ projects: 3 });
  });
});

describe('a bus that is down', () => {
  it.each([{}, { most: 1 }])(
    'costs no event, looking with %j: the next look publishes what it could not',
    async (input) => {
      const world = await startWorld(even(1, 1), enableAll(200));
      const watch = watchServices(world.ports);
      await watch(input);
      await world.control('service', added('project-0', 'new-0'));
      const down = { publish: () => Promise.reject(new BusUnavailable('the bus is down')) };
      await expect(watchServices({ ...world.ports, bus: down })(input)).rejects.toThrow(BusUnavailable);
      expect(created(world.events)).toEqual([]);
      expect(await watch(input)).toMatchObject({ published: 1 });
      expect(created(world.events)).toEqual(['new-0']);
      expect(await watch(input)).toMatchObject({ published: 0 });
    },
  );
});

describe('a look whose time is over', () => {
  const outAfter = (world: Awaited<ReturnType<typeof startWorld>>, reads: number) => {
    let left = reads;
    const listEvents: typeof world.ports.platform.listEvents = async (project) => {
      if (left === 0) throw new OutOfTime('no time', '2026-03-02T08:01:00.000Z');
      left -= 1;
      return world.ports.platform.listEvents(project);
    };
    return { ...world.ports, platform: { ...world.ports.platform, listEvents } };
  };

  it('publishes what it found, calls no project unreadable, and misses nothing of the rest', async () => {
    const world = await startWorld(even(3, 1), enableAll(200));
    const watch = watchServices(world.ports);
    await watch({});
    for (const n of [0, 1, 2]) await world.control('service', added(`project-${n}`, `new-${n}`));
    const cut = await watchServices(outAfter(world, 1))({});
    expect(cut).toMatchObject({ projects: 1, unreadable: 0, published: 1 });
    await watch({});
    expect(created(world.events)).toEqual(['new-0', 'new-1', 'new-2']);
  });

  it('is an error where it was over before the first project', async () => {
    const world = await startWorld(even(1, 1), enableAll(200));
    await expect(watchServices(outAfter(world, 0))({})).rejects.toThrow(OutOfTime);
  });
});
