import { describe, expect, it } from 'vitest';
import { survey } from '../../../functions/survey.ts';
import { StoreUnavailable } from '../../../lib/contract/errors.ts';
import type { Platform, Store } from '../../../lib/ports.ts';
import { lookUp } from '../../../lib/run/lookup/look-up.ts';
import { noteSizes, readHistories } from '../../../lib/run/store/histories.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { aService } from '../../core/organization.ts';
import { aRun } from '../stored.ts';

const at = (time: string) => ({ now: () => Date.parse(time) });
const services = [aService({ name: 'pg', diskMb: 81_920 })];

const recordDay = (ports: Parameters<typeof noteSizes>[0], project: string) => noteSizes(ports, project, services);

describe('the histories of projects in the store', () => {
  it('get one sample a day, whatever the number of looks', async () => {
    const inner = createMemoryStore();
    let writes = 0;
    const store = {
      ...inner,
      put: (...given: Parameters<typeof inner.put>) => {
        writes += 1;
        return inner.put(...given);
      },
    };
    await recordDay({ store, clock: at('2026-03-02T00:10:00Z') }, 'shop');
    await recordDay({ store, clock: at('2026-03-02T23:10:00Z') }, 'shop');
    expect(writes).toBe(1);
    await recordDay({ store, clock: at('2026-03-03T00:10:00Z') }, 'shop');
    expect(writes).toBe(2);
    const histories = await readHistories(store, [{ name: 'shop' }, { name: 'new' }]);
    expect(histories.get('shop')?.days).toHaveLength(2);
    expect(histories.get('new')).toEqual({ days: [], services: [] });
  });

  it('that cannot be stored are an error of the survey, and of who measured', async () => {
    const inner = createMemoryStore();
    const clock = at('2026-03-02T00:10:00Z');
    await recordDay({ store: inner, clock }, 'shop');
    const put: Store['put'] = (key, ...rest) =>
      key.startsWith(keys.projectRecords)
        ? Promise.reject(new StoreUnavailable('the disk is full'))
        : inner.put(key, ...rest);
    const store = { ...inner, put };
    const platform = {
      organization: 'org',
      listServices: async () => [],
      listEndpoints: async () => [],
      getService: async () => undefined,
      lastAnswerAt: () => '2026-03-02T00:10:00Z',
      diskUsage: async () => [{ timeMs: clock.now(), percent: 50 }],
    };
    await writeObject(inner, keys.run('run-1'), aRun({ projects: [{ name: 'shop', tags: {} }] }));
    const nextDay = at('2026-03-03T00:10:00Z');
    const bus = { publish: async () => undefined };
    const ports = { store, clock: nextDay, bus, platform: platform as unknown as Platform };
    await expect(survey(ports)({ runId: 'run-1', projects: [0] })).rejects.toThrow('the disk is full');
    const question = { kind: 'usage', project: 'shop', service: 'pg', diskMb: 81_920 } as const;
    const asked: unknown[] = [];
    await expect(lookUp(ports, 'run-1', [question], (one) => asked.push(one))).rejects.toThrow('is full');
    expect(asked).toEqual([]);
  });
});
