import { describe, expect, it } from 'vitest';
import { discover } from '../../functions/discover.ts';
import { watchServices } from '../../functions/watch-services.ts';
import { BusUnavailable, OutOfTime } from '../../lib/contract/errors.ts';
import type { HeadroomEvent } from '../../lib/contract/events.ts';
import { dayMs, minuteMs } from '../../lib/core/model/durations.ts';
import type { Platform } from '../../lib/ports.ts';
import { startHeadroom } from '../workflow/local-headroom.ts';
import { withProjectList } from '../workflow/project-list.ts';
import { enableAll, even, pg } from '../workflow/scenarios.ts';

const created = (events: readonly HeadroomEvent[]) =>
  events.flatMap(({ type, detail }) => (type === 'ServiceCreated' ? [detail.service] : [])).sort();

const added = (project: string, service: string) => {
  const { name: _, ...more } = pg(service);
  return { project, service, ...more };
};

describe('looking for new services in turns', () => {
  it('reads no more projects than allowed, and reaches every project in the end', async () => {
    const headroom = await startHeadroom(even(5, 1), enableAll(200));
    const watch = watchServices(headroom.ports);
    for (const _ of [1, 2, 3]) {
      headroom.pass(2 * minuteMs);
      await watch({ most: 2 });
    }
    for (const n of [0, 1, 2, 3, 4]) {
      await headroom.control('service', added(`project-${n}`, `new-${n}`));
    }
    for (const _ of [1, 2, 3]) {
      headroom.pass(2 * minuteMs);
      const { result, reads } = await headroom.counted(() => watch({ most: 2 }));
      expect([result.projects, reads]).toEqual([2, 3]);
    }
    expect(created(headroom.events)).toEqual(['new-0', 'new-1', 'new-2', 'new-3', 'new-4']);
  });

  it('soon reaches a project that it saw while its clock was ahead', async () => {
    const headroom = await startHeadroom(even(2, 1), enableAll(200));
    const watch = watchServices(headroom.ports);
    await watch({});
    headroom.pass(1_000 * dayMs);
    await watch({ most: 1 });
    headroom.pass(-1_000 * dayMs);
    await headroom.control('service', added('project-0', 'new-0'));
    await headroom.control('service', added('project-1', 'new-1'));
    for (const _ of [1, 2, 3]) {
      headroom.pass(2 * minuteMs);
      await watch({ most: 1 });
    }
    expect(created(headroom.events)).toEqual(['new-0', 'new-1']);
  });

  it('misses nothing of a project whose record lost its id for a while', async () => {
    const headroom = await startHeadroom(even(2, 1), enableAll(200));
    const { platform } = headroom.ports;
    const lacking: Platform = {
      ...platform,
      listProjects: withProjectList(platform, (listed) =>
        listed.map((one) => (one.name === 'project-0' ? { name: '', tags: null } : one)),
      ),
    };
    await watchServices(headroom.ports)({});
    await headroom.control('service', added('project-0', 'new-0'));
    expect(await watchServices({ ...headroom.ports, platform: lacking })({})).toMatchObject({
      projects: 1,
      unreadable: 0,
    });
    await watchServices(headroom.ports)({});
    expect(created(headroom.events)).toEqual(['new-0']);
  });

  it('misses nothing of what was created while the token saw no project', async () => {
    const headroom = await startHeadroom(even(2, 1), enableAll(200));
    const blind: Platform = { ...headroom.ports.platform, listProjects: async () => ({ projects: [], beyond: 0 }) };
    await watchServices(headroom.ports)({});
    await headroom.control('service', added('project-0', 'new-0'));
    expect(await watchServices({ ...headroom.ports, platform: blind })({})).toMatchObject({ projects: 0 });
    await watchServices(headroom.ports)({});
    expect(created(headroom.events)).toEqual(['new-0']);
  });

  it('goes on with the others when those whose turn it is cannot be read, and misses nothing of them', async () => {
    const headroom = await startHeadroom(even(2, 1), enableAll(200));
    const watch = watchServices(headroom.ports);
    await watch({});
    await headroom.control('service', added('project-0', 'new-0'));
    await headroom.control('service', added('project-1', 'new-1'));
    await headroom.control('faults', [{ operation: 'ProjectGetEventLogs', times: 1, status: 403 }]);
    await expect(watch({ most: 1 })).rejects.toThrow();
    await watch({ most: 1 });
    expect(created(headroom.events)).toEqual(['new-1']);
    await watch({ most: 1 });
    expect(created(headroom.events)).toEqual(['new-0', 'new-1']);
  });
});

describe('looking for new services beside surveys', () => {
  const scheduled = { trigger: { kind: 'schedule', by: 'hourly pass' }, everyMinutes: 60, readOnly: false };

  it('reads first the projects that no survey has read lately', async () => {
    const headroom = await startHeadroom(even(3, 1), enableAll(200));
    const watch = watchServices(headroom.ports);
    await watch({});
    await headroom.reconcile({ input: scheduled });
    headroom.pass(60 * minuteMs);
    await headroom.reconcile({
      input: { ...scheduled, trigger: { kind: 'manual', by: 'a person' }, projects: ['project-0', 'project-1'] },
    });
    await headroom.control('service', added('project-2', 'new'));
    expect(await watch({ most: 1 })).toMatchObject({ projects: 1, published: 1 });
  });

  it('reads no logs in turns while a pass reads everything, which sees new services sooner', async () => {
    const headroom = await startHeadroom(even(3, 1), enableAll(200));
    const watch = watchServices(headroom.ports);
    const pass = { ...scheduled, everyMinutes: 60 };
    await watch({});
    await discover(headroom.ports)({ runId: 'pass', request: pass as never });
    expect(await watch({ most: 1 })).toMatchObject({ projects: 0, unreadable: 0 });
    expect(await watch({ most: 3 })).toMatchObject({ projects: 3 });
    headroom.pass(1);
    await headroom.reconcile({ input: pass });
    expect(await watch({ most: 1 })).toMatchObject({ projects: 1 });
  });

  it('reads them again once a pass that died would have stopped reading', async () => {
    const headroom = await startHeadroom(even(3, 1), enableAll(200));
    const watch = watchServices(headroom.ports);
    await watch({});
    await discover(headroom.ports)({ runId: 'dead', request: { ...scheduled, everyMinutes: 60 } as never });
    headroom.pass(60 * minuteMs);
    expect(await watch({ most: 1 })).toMatchObject({ projects: 1 });
  });
});

describe('a bus that is down', () => {
  it.each([{}, { most: 1 }])(
    'costs no event, looking with %j: the next look publishes what it could not',
    async (input) => {
      const headroom = await startHeadroom(even(1, 1), enableAll(200));
      const watch = watchServices(headroom.ports);
      await watch(input);
      await headroom.control('service', added('project-0', 'new-0'));
      const down = { publish: () => Promise.reject(new BusUnavailable('the bus is down')) };
      await expect(watchServices({ ...headroom.ports, bus: down })(input)).rejects.toThrow(BusUnavailable);
      expect(created(headroom.events)).toEqual([]);
      expect(await watch(input)).toMatchObject({ published: 1 });
      expect(created(headroom.events)).toEqual(['new-0']);
      expect(await watch(input)).toMatchObject({ published: 0 });
    },
  );
});

describe('a look whose time is over', () => {
  const outAfter = (headroom: Awaited<ReturnType<typeof startHeadroom>>, reads: number) => {
    let left = reads;
    const listEvents: typeof headroom.ports.platform.listEvents = async (project) => {
      if (left === 0) throw new OutOfTime('no time', '2026-03-02T08:01:00.000Z');
      left -= 1;
      return headroom.ports.platform.listEvents(project);
    };
    return { ...headroom.ports, platform: { ...headroom.ports.platform, listEvents } };
  };

  it('publishes what it found, calls no project unreadable, and misses nothing of the rest', async () => {
    const headroom = await startHeadroom(even(3, 1), enableAll(200));
    const watch = watchServices(headroom.ports);
    await watch({});
    for (const n of [0, 1, 2]) await headroom.control('service', added(`project-${n}`, `new-${n}`));
    const cut = await watchServices(outAfter(headroom, 1))({});
    expect(cut).toMatchObject({ projects: 1, unreadable: 0, published: 1 });
    await watch({});
    expect(created(headroom.events)).toEqual(['new-0', 'new-1', 'new-2']);
  });

  it('is an error where it was over before the first project', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    await expect(watchServices(outAfter(headroom, 0))({})).rejects.toThrow(OutOfTime);
  });
});
