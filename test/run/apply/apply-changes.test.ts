import { describe, expect, it } from 'vitest';
import { OutOfTime, StoreUnavailable } from '../../../lib/contract/errors.ts';
import { changeResultJson } from '../../../lib/core/change/change-json.ts';
import { isoInstant } from '../../../lib/core/model/durations.ts';
import type { ListedService, Platform, Store } from '../../../lib/ports.ts';
import { applyChanges } from '../../../lib/run/apply/apply-changes.ts';
import { takeLease } from '../../../lib/run/apply/lease.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { setStoreMode } from '../../../lib/run/store/mode.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { at, rules, snapshotWith } from '../../core/one-service.ts';
import { aPolicy, aService, planOf } from '../../core/organization.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even, organizationOf, pg } from '../../workflow/scenarios.ts';
import { aRun } from '../stored.ts';

const soon = () => Promise.reject(new OutOfTime('no time', '2026-03-02T08:01:00.000Z'));

/** The platform, but that the nth call of this kind finds no time left. */
const outOnce = <K extends 'createIntegration' | 'listServices' | 'createEndpoint' | 'getService'>(
  platform: Platform,
  method: K,
  nth: number,
): { readonly platform: Platform; readonly times: () => number } => {
  let calls = 0;
  const call = (...given: Parameters<Platform[K]>) => {
    calls += 1;
    return calls === nth ? soon() : (platform[method] as (...given: unknown[]) => Promise<unknown>)(...given);
  };
  return { platform: { ...platform, [method]: call }, times: () => calls };
};

describe('changes for which the time does not suffice', () => {
  it.each([
    ['before a write', 'createIntegration', 2],
    ['at the first write', 'createEndpoint', 1],
    // The first list of services is that of the survey.
    ['while it reads back', 'listServices', 2],
  ] as const)(
    'are taken up again by the next try of the task, %s: none fails, none is made twice',
    async (_, method, nth) => {
      const headroom = await startHeadroom(even(1, 3), enableAll(200));
      const { platform, times } = outOnce(headroom.ports.platform, method, nth);
      const report = await headroom.reconcile({ ports: { platform } });
      expect(times()).toBeGreaterThan(nth);
      expect(report.outcome).toBe('applied');
      expect(new Set(report.results.map(({ status }) => status))).toEqual(new Set(['confirmed']));
      const [project] = headroom.platform.state().projects;
      expect([project?.endpoints.length, project?.integrations.length]).toEqual([3, 3]);
    },
  );

  it('are not failed because there was no time to look at a disk before its maximum is lowered', async () => {
    const scenario = organizationOf([
      {
        name: 'project-0',
        services: [pg('shrinks')],
        endpoints: [{ name: 'headroom-shrinks', maxAdditionalGb: 300 }],
        integrations: [{ service: 'shrinks', endpoint: 'headroom-shrinks' }],
      },
    ]);
    const headroom = await startHeadroom(scenario, enableAll(100));
    const { platform, times } = outOnce(headroom.ports.platform, 'getService', 1);
    const report = await headroom.reconcile({ ports: { platform } });
    expect(times()).toBeGreaterThan(1);
    expect(report.results.map(changeResultJson).map(({ kind, status, toGb }) => [kind, status, toGb])).toEqual([
      ['update-endpoint', 'confirmed', 100],
    ]);
  });

  it('are reported as failed where the run would end before there is time, with what was done confirmed', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(200));
    const { createIntegration } = headroom.ports.platform;
    // Five and a half hours after the start of the run.
    const tooLate = new OutOfTime('no time', '2026-03-02T13:30:01.000Z');
    let calls = 0;
    const platform: Platform = {
      ...headroom.ports.platform,
      createIntegration: (...given) => {
        calls += 1;
        return calls === 1 ? createIntegration(...given) : Promise.reject(tooLate);
      },
    };
    const report = await headroom.reconcile({ ports: { platform } });
    expect(report.outcome).toBe('partial');
    const failed = report.results.filter(({ status }) => status === 'failed');
    expect(failed.map(({ kind, error }) => [kind, error])).toEqual([['create-integration', 'OutOfTime: no time']]);
    expect(report.results.filter(({ status }) => status === 'confirmed').length).toBe(2);
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });
});

describe('a write that waits for its turn', () => {
  it('is not sent and leaves no record if the mode is stop when its turn comes', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(200));
    const { store } = headroom.ports;
    const { createIntegration } = headroom.ports.platform;
    const platform: Platform = {
      ...headroom.ports.platform,
      createIntegration: async (...given) => {
        await setStoreMode(headroom.ports, 'stop', 'ada');
        return createIntegration(...given);
      },
    };
    const report = await headroom.reconcile({ ports: { platform } });
    expect(report.outcome).toBe('partial');
    const withheld = report.results.filter(({ status }) => status === 'skipped');
    expect(withheld.map(({ restrained }) => restrained)).toEqual([true, true, true]);
    const [written] = headroom.platform.state().projects;
    expect([written?.endpoints.length, written?.integrations.length]).toEqual([1, 0]);
    const [file] = await store.list(keys.audit);
    const { records } = JSON.parse((await store.get(file ?? ''))?.body ?? '');
    expect(records.map(({ kind }: { readonly kind: string }) => kind)).toEqual(['create-endpoint']);
  });
});

const project = 'shop-prod';
const clock = { now: () => Date.parse('2030-06-15T12:00:00Z') };

/** A run that is about to lower one maximum from 400 to 100 GB; `whileReading` happens as the platform shows its disk. */
const lowering = async (
  whileReading: (store: Store) => Promise<void>,
  shown: Partial<ListedService> = {},
  broken: Partial<Store> = {},
) => {
  const store = createMemoryStore();
  const snapshot = snapshotWith([at('e1', 400)], ['e1']);
  const { changes } = planOf([snapshot], { policy: aPolicy({ rules: rules['enable at 100'] }) }).plan;
  await writeObject(store, keys.plannedProject('run', project), {
    changes: [],
    ...snapshot,
    readAt: isoInstant(clock.now()),
  });
  // As much of the run as the checks ask for.
  await writeObject(store, keys.run('run'), aRun({ runId: 'run', policy: enableAll(100) }));
  await takeLease({ store, clock }, 'run', 'a test');
  const sent: string[] = [];
  const platform: Partial<Platform> = {
    getService: async (): Promise<ListedService | undefined> => {
      await whileReading(store);
      return { ...aService(), ...shown };
    },
    updateEndpoint: async (_, id, maximum, watch) => {
      await watch?.mayStart?.();
      sent.push(`${id} ${maximum.gb}`);
      return at('e1', maximum.gb);
    },
    listEndpoints: async () => [at('e1', 100)],
  };
  const part = { runId: 'run', phase: 'release', project, changes } as const;
  const ports = { platform: platform as Platform, store: { ...store, ...broken }, clock };
  const { results } = await applyChanges(ports, part);
  return { sent, results: results.map(({ kind, status, error }) => [kind, status, error]) };
};

describe('a maximum that is to be lowered', () => {
  it('is lowered once its disk was looked at', async () => {
    expect(await lowering(async () => undefined)).toEqual({
      sent: ['e1 100'],
      results: [['update-endpoint', 'confirmed', undefined]],
    });
  });

  it('is left as it is where its disk has grown since the plan was made', async () => {
    const { sent, results } = await lowering(async () => undefined, { diskMb: 96 * 1024 });
    expect(sent).toEqual([]);
    expect(results).toEqual([['update-endpoint', 'failed', expect.stringContaining('the disk has grown')]]);
  });

  it.each(['stop', 'observe'] as const)(
    'is held back by a %s that is set while its disk is looked at',
    async (mode) => {
      const { sent, results } = await lowering((store) => setStoreMode({ store, clock }, mode, 'a person'));
      expect(sent).toEqual([]);
      expect(results).toEqual([['update-endpoint', 'skipped', expect.stringContaining(mode)]]);
    },
  );

  it('is held back by a run that takes the lease while its disk is looked at', async () => {
    const { sent, results } = await lowering((store) => store.delete(keys.lease));
    expect(sent).toEqual([]);
    expect(results).toEqual([['update-endpoint', 'failed', expect.stringContaining('LeaseLost')]]);
  });

  it('is left as it is where its disk cannot be looked at', async () => {
    const { sent, results } = await lowering(() => Promise.reject(new Error('no answer')));
    expect(sent).toEqual([]);
    expect(results).toEqual([['update-endpoint', 'failed', 'Error: no answer']]);
  });

  it('ends the task where the failures of the run cannot be counted, so that it is repeated', async () => {
    const list = () => Promise.reject(new StoreUnavailable('no answer'));
    await expect(lowering(async () => undefined, {}, { list })).rejects.toThrow(StoreUnavailable);
  });
});

describe('the mode of the store', () => {
  /** Runs a first enforcement of one project; `onLook` hears of each reading of the mode. */
  const enforce = async (services: number, onLook: (looks: number) => void) => {
    const headroom = await startHeadroom(even(1, services), enableAll(200));
    let looks = 0;
    const get: Store['get'] = async (key) => {
      const isApplying =
        key === keys.mode && (await headroom.store.get(keys.plannedProject('run-1', 'project-0'))) !== undefined;
      if (isApplying) {
        looks += 1;
        onLook(looks);
      }
      return headroom.store.get(key);
    };
    const report = await headroom.reconcile({ ports: { store: { ...headroom.store, get } } });
    return { report, looks: () => looks };
  };

  it('is read once for each write, right before it is sent, and once before the first intent', async () => {
    const { report, looks } = await enforce(5, () => undefined);
    expect(new Set(report.results.map(({ status }) => status))).toEqual(new Set(['confirmed']));
    expect(looks()).toBe(1 + report.results.length);
  });

  it('is read again for the next change where a reading failed', async () => {
    const { report } = await enforce(3, (looks) => {
      if (looks === 2) throw new StoreUnavailable('the store does not answer');
    });
    const statuses = report.results.map(({ status }) => status);
    expect([statuses[0], new Set(statuses.slice(2))]).toEqual(['failed', new Set(['confirmed'])]);
  });
});
