import { expect, it } from 'vitest';
import type { ChangeResult } from '../../../lib/core/change/change.ts';
import type { LastApplied } from '../../../lib/core/service/last-applied.ts';
import type { Store } from '../../../lib/ports.ts';
import { appliedIn } from '../../../lib/run/apply/adopted.ts';
import { forgetLastApplied, recordLastApplied } from '../../../lib/run/apply/last-applied.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { openRecord, writeObject } from '../../../lib/run/store/objects.ts';
import { at, rules, snapshotWith } from '../../core/one-service.ts';
import { additional, aPolicy, aService, aSnapshot, planOf } from '../../core/organization.ts';
import { storeChanges } from '../stored.ts';

const platform = { lastAnswerAt: () => '2030-06-15T12:00:00.000Z' };
const project = 'shop-prod';
const entry = (service: string): LastApplied => ({
  service,
  endpointId: `e-${service}`,
  endpointName: `headroom-${service}`,
  maximum: additional(50),
  attached: true,
  confirmedAt: '2030-06-14T12:00:00.000Z',
});

const confirmed = (snapshot: ReturnType<typeof snapshotWith>, desired: string) =>
  planOf([snapshot], { policy: aPolicy({ rules: rules[desired] }) }).plan.changes.map(
    (change): ChangeResult => ({ ...change, status: 'confirmed' }),
  );

/** What a part ended with that made no endpoint. */
const ended = (results: readonly ChangeResult[]) => ({ results, made: new Map<string, string>() });

const known = async (store: Store) => (await appliedIn(await openRecord(store, project))).services;

const storeWith = async (...services: string[]) => {
  const store = createMemoryStore();
  await writeObject(store, keys.applied(project), { services: services.map(entry) });
  return store;
};

it('what was left of a service is forgotten before it is written to, and that of others is kept', async () => {
  const store = await storeWith('orders', 'billing');
  await forgetLastApplied(store, project, confirmed(snapshotWith([at('e1', 40)], ['e1']), 'enable at 100'));
  expect((await known(store)).map(({ service }) => service)).toEqual(['billing']);
});

it('what is left now takes its place, and services that are gone are forgotten', async () => {
  const store = await storeWith('orders', 'billing', 'gone');
  const seen = snapshotWith([at('e1', 40)], ['e1']);
  const snapshot = aSnapshot({ ...seen, services: [...seen.services, aService({ name: 'billing' })] });
  await writeObject(store, keys.plannedProject('run', project), { ...snapshot, changes: [] });
  const changes = confirmed(seen, 'enable at 100');
  await recordLastApplied({ store, platform }, { runId: 'run', phase: 'grant', project, changes }, ended(changes));
  expect(await known(store)).toEqual([
    entry('billing'),
    {
      service: 'orders',
      endpointId: 'e1',
      endpointName: 'headroom-orders',
      maximum: additional(100),
      attached: true,
      confirmedAt: '2030-06-15T12:00:00.000Z',
    },
  ]);
});

it('what the release phase did not confirm leaves nothing known after the grant phase', async () => {
  const store = await storeWith();
  const seen = snapshotWith([at('e1', 40), at('e2', 40)], ['e1', 'e2']);
  const changes = confirmed(seen, 'enable at 100');
  const released = changes.filter(({ phase }) => phase === 'release');
  await storeChanges(store, 'run', released, seen);
  const ends = released.map(() => ({ status: 'unconfirmed' }));
  await writeObject(store, keys.results('run', 'release', project), ends);
  const granted = changes.filter(({ phase }) => phase === 'grant');
  await recordLastApplied(
    { store, platform },
    { runId: 'run', phase: 'grant', project, changes: granted },
    ended(granted),
  );
  expect(await known(store)).toEqual([]);
});

it('a service whose last change failed is known until a change of it succeeds or it is gone', async () => {
  const store = await storeWith('billing');
  const seen = snapshotWith([at('e1', 40)], ['e1']);
  const snapshot = aSnapshot({ ...seen, services: [...seen.services, aService({ name: 'billing' })] });
  await writeObject(store, keys.plannedProject('run', project), { ...snapshot, changes: [] });
  const changes = confirmed(seen, 'enable at 100');
  const run = async (status: ChangeResult['status'], earlier: string[] = []) => {
    const results = changes.map((change) => ({ ...change, status }) as ChangeResult);
    const failedBefore = new Set([...(await forgetLastApplied(store, project, changes)), ...earlier]);
    const part = { runId: 'run', phase: 'grant', project, changes, failedBefore } as const;
    await recordLastApplied({ store, platform }, part, ended(results));
    return [...(await forgetLastApplied(store, project, []))];
  };
  expect(await run('failed', ['gone'])).toEqual(['orders']);
  expect(await run('skipped')).toEqual(['orders']);
  expect((await known(store)).map(({ service }) => service)).toEqual(['billing']);
  expect(await run('confirmed')).toEqual([]);
});

it('nothing is known of a project that was never written to', async () => {
  expect(await known(createMemoryStore())).toEqual([]);
});

it('endpoints made by hand stay adopted when their project is written to, unless their service is gone', async () => {
  const store = createMemoryStore();
  const seen = snapshotWith([at('e1', 40)], ['e1']);
  const adopted = (service: string) => ({ service, endpointName: 'team', kind: 'additional' as const });
  await writeObject(store, keys.applied(project), { services: [], adopted: ['orders', 'gone'].map(adopted) });
  await writeObject(store, keys.plannedProject('run', project), { ...seen, changes: [] });
  const changes = confirmed(seen, 'enable at 100');
  await recordLastApplied({ store, platform }, { runId: 'run', phase: 'grant', project, changes }, ended(changes));
  expect((await appliedIn(await openRecord(store, project))).adopted).toEqual([adopted('orders')]);
});

it.each([
  ['confirmed', 0],
  ['unconfirmed', 1],
  ['failed', 1],
] as const)('an adopted endpoint whose deletion is %s stays adopted %d times', async (status, times) => {
  const store = createMemoryStore();
  const seen = snapshotWith([at('e1', 100)], ['e1']);
  const adopted = [{ service: 'orders', endpointName: 'headroom-orders', kind: 'additional' }];
  await writeObject(store, keys.applied(project), { services: [], adopted });
  await writeObject(store, keys.plannedProject('run', project), { ...seen, changes: [] });
  const changes = confirmed(seen, 'disable');
  const results = changes.map((change) => ({ ...change, ...(change.kind === 'delete-endpoint' && { status }) }));
  await recordLastApplied({ store, platform }, { runId: 'run', phase: 'release', project, changes }, ended(results));
  expect((await appliedIn(await openRecord(store, project))).adopted ?? []).toHaveLength(times);
});

it('a project without adopted endpoints keeps no list of them', async () => {
  const store = createMemoryStore();
  const seen = snapshotWith([at('e1', 40)], ['e1']);
  await writeObject(store, keys.plannedProject('run', project), { ...seen, changes: [] });
  const changes = confirmed(seen, 'enable at 100');
  await recordLastApplied({ store, platform }, { runId: 'run', phase: 'grant', project, changes }, ended(changes));
  expect(await appliedIn(await openRecord(store, project))).not.toHaveProperty('adopted');
});
