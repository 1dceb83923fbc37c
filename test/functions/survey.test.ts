import { describe, expect, it } from 'vitest';
import { discover } from '../../functions/discover.ts';
import { plan } from '../../functions/plan.ts';
import { survey } from '../../functions/survey.ts';
import { OutOfTime, PlatformUnauthorized, StoreConflict } from '../../lib/contract/errors.ts';
import { minuteMs } from '../../lib/core/model/durations.ts';
import type { Platform, Ports, Store } from '../../lib/ports.ts';
import { noteChanging, readRecord } from '../../lib/run/inventory/record.ts';
import { readReadings } from '../../lib/run/inventory/run-readings.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { startHeadroom } from '../workflow/local-headroom.ts';
import { enableAll, even } from '../workflow/scenarios.ts';

const project = 'project-0';
const key = keys.projectRecord(project);
const input = { runId: 'run-1', projects: [0] };

const manual = { readOnly: false, trigger: { kind: 'manual', by: 'a person' } };

const begun = async (projects = 1) => {
  const headroom = await startHeadroom(even(projects, 1), enableAll(40));
  const { ports, store } = headroom;
  await discover(ports)({ runId: 'run-1', request: manual as never });
  const on = (one: Store): Ports => ({ ...ports, store: one });
  const record = () => readRecord(store, ports.platform.organization, project);
  return { ...headroom, on, record };
};

describe('a survey', () => {
  it('ends with a refused token, and calls no project unread: the next attempt reads them', async () => {
    const { ports, store } = await begun(2);
    const refused = new PlatformUnauthorized('the token was revoked', { method: 'GET', path: '/services' });
    const listServices: Platform['listServices'] = async () => {
      throw refused;
    };
    const both = { runId: 'run-1', projects: [0, 1] };
    await expect(survey({ ...ports, platform: { ...ports.platform, listServices } })(both)).rejects.toBe(refused);
    expect((await readReadings(store, 'run-1')).unread.size).toBe(0);
    expect(await survey(ports)(both)).toMatchObject({ services: 2, unread: 0 });
  });

  it('reads a project again if another run begins to change it meanwhile', async () => {
    const { ports, store, on, record, counted } = await begun();
    await survey(ports)({ ...input });
    await noteChanging(store, 'other', project, []);
    let isOvertaken = false;
    const overtaken: Store = {
      ...store,
      put: async (at, body, condition) => {
        if (at === key && !isOvertaken) {
          isOvertaken = true;
          await noteChanging(store, 'third', project, []);
        }
        await store.put(at, body, condition);
      },
    };
    const { reads } = await counted(() => survey(on(overtaken))(input));
    expect(reads).toBe(6);
    expect(await record()).toMatchObject({ runId: 'run-1' });
    expect(await record()).not.toHaveProperty('changedBy');
  });

  it('writes the history of a project with full lists once a day, and its record with it', async () => {
    const headroom = await begun();
    await headroom.reconcile();
    const written: string[] = [];
    const store: Store = {
      ...headroom.store,
      put: async (at, ...rest) => {
        written.push(at);
        return headroom.store.put(at, ...rest);
      },
    };
    const looksOf = async (runId: string) => {
      await discover(headroom.ports)({ runId, request: manual as never });
      written.length = 0;
      await survey(headroom.on(store))({ runId, projects: [0] });
      return written.filter((at) => at === key).length;
    };
    // The first reading has no endpoint, so the second one is the first with full lists, and becomes the record.
    expect([await looksOf('run-2'), await looksOf('run-3')]).toEqual([1, 0]);
    headroom.pass(24 * 60 * minuteMs);
    expect(await looksOf('run-4')).toBe(2);
  });

  it('of an earlier attempt is repeated only where another run changes the project since', async () => {
    const { ports, store, counted } = await begun();
    const reads = async () => (await counted(() => survey(ports)(input))).reads;
    expect(await reads()).toBe(3);
    expect(await reads()).toBe(0);
    await noteChanging(store, 'run-1', project, []);
    expect(await reads()).toBe(0);
    await noteChanging(store, 'other', project, []);
    expect(await reads()).toBe(3);
  });

  it('uses the reading of another run that has read the project since this one began, and plans from it', async () => {
    const { ports, pass, counted, reconcile } = await begun();
    pass(minuteMs);
    await reconcile({ runId: 'beside' });
    const { reads } = await counted(() => survey(ports)(input));
    expect(reads).toBe(3);
    pass(minuteMs);
    await discover(ports)({ runId: 'run-2', request: manual as never });
    pass(minuteMs);
    await reconcile({ runId: 'next' });
    expect((await counted(() => survey(ports)({ ...input, runId: 'run-2' }))).reads).toBe(0);
    expect(await plan(ports)({ runId: 'run-2' })).toMatchObject({ verdict: 'nothing', changes: 0 });
  });

  it('ends with an error after which it is repeated, if the store rejects every reading', async () => {
    const { store, on } = await begun();
    const rejecting: Store = {
      ...store,
      put: async (at, body, condition) => {
        if (at === key) throw new StoreConflict('no');
        await store.put(at, body, condition);
      },
    };
    await expect(survey(on(rejecting))(input)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect((await readReadings(store, 'run-1')).unread.size).toBe(0);
  });

  /** A client that has time for so many projects, as the function of AWS has. */
  const withTimeFor = (ports: Ports, projects: number, goOnAt: string): Ports => {
    let remaining = projects;
    const listServices: Platform['listServices'] = async (name) => {
      if (remaining === 0) throw new OutOfTime('no time', goOnAt);
      remaining -= 1;
      return ports.platform.listServices(name);
    };
    return { ...ports, platform: { ...ports.platform, listServices } };
  };
  const batch = { runId: 'run-1', projects: [0, 1, 2] };

  it('dates a reading from its beginning: a write looks again at what changed while the rest of it waited for its turn', async () => {
    const { ports, control, pass, reconcile } = await begun();
    let waited = 0;
    const listEndpoints: Platform['listEndpoints'] = async (name) => {
      waited += 1;
      if (waited === 1) {
        pass(10 * minuteMs);
        await control('service', { project, service: 'service-0', tags: { team: 'moved' } });
      }
      return ports.platform.listEndpoints(name);
    };
    const { results } = await reconcile({ ports: { platform: { ...ports.platform, listEndpoints } } });
    expect(results.map(({ status, error }) => [status, error])).toEqual(
      Array(2).fill(['skipped', 'the service has changed since the plan (tags); the next run decides again']),
    );
  });

  it('that has no time left says when to call it once more, and reads only the rest then', async () => {
    const { ports, store, counted } = await begun(3);
    const first = await survey(withTimeFor(ports, 2, '2026-03-02T08:01:30.250Z'))(batch);
    expect(first).toEqual({ services: 2, endpoints: 0, unread: 0, again: { at: '2026-03-02T08:01:31.000Z' } });
    const { result, reads } = await counted(() => survey(ports)(batch));
    expect([result, reads]).toEqual([{ services: 1, endpoints: 0, unread: 0 }, 3]);
    expect((await readReadings(store, 'run-1')).unread.size).toBe(0);
  });

  it('gives up where the rest would come hours later, so that the run goes on without these projects', async () => {
    const { ports } = await begun(3);
    const late = survey(withTimeFor(ports, 0, '2026-03-02T12:00:01.000Z'))(batch);
    await expect(late).rejects.toThrow(OutOfTime);
  });
});
