import { describe, expect, it } from 'vitest';
import type { Change } from '../../../lib/core/change/change.ts';
import type { Endpoint, HeldMaximum } from '../../../lib/core/model/model.ts';
import type { ListedService, Platform } from '../../../lib/ports.ts';
import { readAdopted } from '../../../lib/run/apply/adopted.ts';
import { readBack, writeOf } from '../../../lib/run/apply/write-change.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { aChange } from '../../core/a-change.ts';
import { at, integrationWith, rules, snapshotWith } from '../../core/one-service.ts';
import { additional, anEndpoint, aPolicy, aService, planOf } from '../../core/organization.ts';

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

const project = 'shop-prod';

/** The changes that bring one service from these endpoints, all of which it uses, to what is desired. */
const changesOf = (endpoints: readonly Endpoint[], desired: string): readonly Change[] => {
  const ties = endpoints.map(({ id }) => id);
  return planOf([snapshotWith(endpoints, ties)], { policy: aPolicy({ rules: rules[desired] }) }).plan.changes;
};

const listed = (given: Partial<ListedService> = {}): ListedService => ({ ...aService(), ...given });

/** Kinds of the changes that the platform shows, when it lists just this. */
const shown = async (
  changes: readonly Change[],
  lists: { readonly services?: readonly ListedService[]; readonly endpoints?: readonly Endpoint[] },
  made: readonly (readonly [string, string])[] = [],
): Promise<string[]> => {
  const platform: Pick<Platform, 'listServices' | 'listEndpoints'> = {
    listServices: async () => [...(lists.services ?? [])],
    listEndpoints: async () => [...(lists.endpoints ?? [])],
  };
  const ports = { platform: platform as Platform, store: createMemoryStore(), clock: { now: () => 0 } };
  const seen = await readBack(ports, project, changes, new Map(made));
  return changes.filter(seen).map(({ kind }) => kind);
};

describe('a maximum that was changed', () => {
  const changes = changesOf([at('e1', 40)], 'enable at 100');

  it('is one update of the endpoint', () => {
    expect(changes.map(({ kind }) => kind)).toEqual(['update-endpoint']);
  });

  it.each<[string, HeldMaximum, string[]]>([
    ['the new number', additional(100), ['update-endpoint']],
    ['the old number still', additional(40), []],
    ['another number', additional(101), []],
    ['the same number, of the whole disk', { kind: 'total', gb: 100 }, []],
    ['no number', additional(null), []],
  ])('is confirmed only where the endpoint shows it: %s', async (_, maximum, confirmed) => {
    expect(await shown(changes, { endpoints: [anEndpoint({ id: 'e1', maximum })] })).toEqual(confirmed);
  });

  it('is looked for under the id that the update gave, and not confirmed where the endpoint is gone', async () => {
    const renewed = [['headroom-orders', 'e2']] as const;
    expect(await shown(changes, { endpoints: [at('e2', 100)] }, renewed)).toEqual(['update-endpoint']);
    expect(await shown(changes, { endpoints: [at('e1', 100)] }, renewed)).toEqual([]);
    expect(await shown(changes, { endpoints: [] })).toEqual([]);
  });
});

describe('an autoscaler that was enabled', () => {
  const changes = changesOf([], 'enable at 100');
  const made = [['headroom-orders', 'e1']] as const;

  it('is confirmed by the integration with its endpoint alone', async () => {
    const both = ['create-endpoint', 'create-integration'];
    expect(await shown(changes, { services: [listed({ integrations: [integrationWith('e1')] })] }, made)).toEqual(both);
    expect(await shown(changes, { services: [listed({ integrations: [integrationWith('e9')] })] }, made)).toEqual([]);
    expect(await shown(changes, { services: [listed({ integrations: null })] }, made)).toEqual([]);
    expect(await shown(changes, { services: [] }, made)).toEqual([]);
  });
});

describe('an autoscaler that was taken away', () => {
  const changes = changesOf([at('e1', 100)], 'disable');
  const [untie] = changes;
  const integration = untie === undefined ? [] : [untie];
  const services = (given: Partial<ListedService>) => ({ services: [listed(given)] });

  it('is confirmed where the list shows the service without that integration', async () => {
    expect(await shown(integration, services({ integrations: [] }))).toEqual(['delete-integration']);
    expect(await shown(integration, services({ integrations: [integrationWith('e2')] }))).toEqual([
      'delete-integration',
    ]);
    expect(await shown(integration, services({ integrations: [integrationWith('e1')] }))).toEqual([]);
  });

  it('is confirmed by no list that says nothing of integrations', async () => {
    expect(await shown(integration, services({ integrations: null }))).toEqual([]);
  });

  it('is confirmed where its service went too, but by no list without any service', async () => {
    expect(await shown(integration, services({ name: 'billing' }))).toEqual(['delete-integration']);
    expect(await shown(integration, { services: [] })).toEqual([]);
  });

  it('has its endpoint confirmed by the list of endpoints', async () => {
    const gone = { ...services({ integrations: [] }), endpoints: [at('e2', 100)] };
    expect(await shown(changes, gone)).toEqual(['delete-integration', 'delete-endpoint']);
    expect(await shown(changes, { ...gone, endpoints: [at('e1', 100)] })).toEqual(['delete-integration']);
  });
});

it('an endpoint that no integration of the same part uses is looked for among the endpoints', async () => {
  const [creation] = changesOf([], 'enable at 100');
  const alone = creation === undefined ? [] : [creation];
  const made = [['headroom-orders', 'e1']] as const;
  expect(await shown(alone, { services: [listed()], endpoints: [at('e1', 100)] }, made)).toEqual(['create-endpoint']);
  expect(await shown(alone, { services: [listed()], endpoints: [at('e1', 40)] }, made)).toEqual([]);
});

describe('options of a search service', () => {
  const path = 'engine.thread_pool_get_size';
  const setTo = (to: number | null) => [
    aChange({ kind: 'update-search-configuration', members: [{ path, from: 10, to }] }),
  ];
  const services = (value: number | null) => ({
    services: [listed({ type: 'engine', searchConfiguration: { engine: { thread_pool_get_size: value } } })],
  });
  const isShown = async (to: number | null, value: number | null) =>
    (await shown(setTo(to), services(value))).length === 1;

  it('are confirmed by their value, or by the one to which the platform lowered it', async () => {
    expect(await isShown(20, 20)).toBe(true);
    expect(await isShown(20, 16)).toBe(true);
    expect(await isShown(20, 30)).toBe(false);
    expect(await isShown(20, null)).toBe(false);
  });

  it('are reset where they are unset, or have another value than before: that is the default', async () => {
    expect(await isShown(null, null)).toBe(true);
    expect(await isShown(null, 4)).toBe(true);
    expect(await isShown(null, 10)).toBe(false);
  });
});

it.each([
  ['adopt-endpoint', true],
  ['return-endpoint', false],
] as const)('%s is confirmed by the store: the endpoint is managed: %s', async (kind, isManaged) => {
  const change = aChange({ kind });
  const managed = { service: 'orders', endpointName: 'headroom-orders', kind: 'additional' as const };
  const seen = async (adopted: readonly (typeof managed)[]) => {
    const store = createMemoryStore();
    await writeObject(store, keys.applied(project), { services: [], adopted });
    return (await readBack({ platform: {} as Platform, store, clock: { now: () => 0 } }, project, [change], new Map()))(
      change,
    );
  };
  expect([await seen([managed]), await seen([])]).toEqual([isManaged, !isManaged]);
});
