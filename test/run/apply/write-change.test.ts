import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../lib/ports.ts';
import { readAdopted } from '../../../lib/run/apply/adopted.ts';
import { writeOf } from '../../../lib/run/apply/write-change.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { aChange } from '../../core/a-change.ts';
import { at } from '../../core/one-service.ts';

const unasked = { mayStart: () => Promise.resolve() };

/** Ids of the endpoints that a service was integrated with. */
const integratedWith = async (endpointId: string | null, made: readonly (readonly [string, string])[]) => {
  const ids: string[] = [];
  const platform: Partial<Platform> = { createIntegration: async (_project, _service, id) => void ids.push(id) };
  const change = aChange({ kind: 'create-integration', endpointId });
  await writeOf(change, new Map(made))({ platform: platform as Platform, store: createMemoryStore() }, unasked);
  return ids;
};

describe('the write of an integration', () => {
  it('names the endpoint that this run made or gave a new id, else the planned one', async () => {
    expect(await integratedWith('planned', [['headroom-orders', 'made']])).toEqual(['made']);
    expect(await integratedWith(null, [['headroom-orders', 'made']])).toEqual(['made']);
    expect(await integratedWith('planned', [['headroom-billing', 'made']])).toEqual(['planned']);
  });

  it('is none without an endpoint', async () => {
    await expect(integratedWith(null, [])).rejects.toThrow('endpoint headroom-orders does not exist');
  });
});

it('the write of a maximum remembers the id that the platform gives the endpoint', async () => {
  const made = new Map<string, string>();
  const platform: Partial<Platform> = { updateEndpoint: async (_project, _id, { gb }) => at('e2', gb) };
  await writeOf(aChange(), made)({ platform: platform as Platform, store: createMemoryStore() }, unasked);
  expect([...made]).toEqual([['headroom-orders', 'e2']]);
});

it.each(['adopt-endpoint', 'return-endpoint'] as const)('%s asks first, and then records its manager', async (kind) => {
  const store = createMemoryStore();
  const targets = { platform: {} as Platform, store };
  const take = writeOf(aChange({ kind: 'adopt-endpoint' }), new Map());
  const write = writeOf(aChange({ kind }), new Map());
  if (kind === 'return-endpoint') await take(targets, unasked);
  const before = await readAdopted(store, 'shop-prod');
  await expect(write(targets, { mayStart: () => Promise.reject(new Error('the mode is stop')) })).rejects.toThrow(
    'stop',
  );
  expect(await readAdopted(store, 'shop-prod')).toEqual(before);
  await write(targets, unasked);
  expect(await readAdopted(store, 'shop-prod')).toHaveLength(1 - before.length);
});
