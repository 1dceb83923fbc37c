import { expect, it } from 'vitest';
import { mbPerGb } from '../../../lib/core/model/sizes.ts';
import { monthNamed } from '../../../lib/core/status/month.ts';
import { sealRun } from '../../../lib/run/audit/log.ts';
import { readRoomMoved } from '../../../lib/run/publish/month.ts';
import { objectText } from '../../../lib/run/store/content.ts';
import { noteSizes } from '../../../lib/run/store/histories.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { aChange } from '../../core/a-change.ts';
import { snapshotWith } from '../../core/one-service.ts';
import { aPlan, aRun, sent } from '../stored.ts';

it('room has moved from the first write of a month to its last one, whichever runs wrote them', async () => {
  const store = createMemoryStore();
  const writes = [
    ['2030-03-31T23:59:59.000Z', 5, 100],
    ['2030-04-01T00:00:00.000Z', 100, 150],
    ['2030-04-30T23:59:59.000Z', 150, 400],
    ['2030-05-01T00:00:00.000Z', 400, 900],
  ] as const;
  for (const [at, fromGb, toGb] of writes) {
    const runId = `run-${toGb}`;
    const change = aChange({ fromGb, toGb, maximum: { kind: 'additional', gb: toGb } });
    await writeObject(store, keys.run(runId), aRun({ runId, startedAt: at }));
    await writeObject(store, keys.plan(runId), aPlan({ digest: runId, changes: [change] }));
    const step = { index: 0, attempts: [{ ...sent, write: { ...sent.write, at } }], made: [] };
    await store.append(keys.progress(runId, 'grant', change.project), { number: 0, body: objectText(step) });
    await writeObject(store, keys.results(runId, 'grant', change.project), [{ status: 'confirmed' }]);
    await sealRun({ store, clock: { now: () => Date.parse(at) } }, runId);
  }
  const { maximums } = await readRoomMoved(store, monthNamed('2030-04'), Date.parse('2030-05-02T00:00:00Z'));
  expect(maximums).toEqual([{ project: 'shop-prod', service: 'orders', fromGb: 100, toGb: 400 }]);
});

it('a disk has grown from the first reading of a month to the first one after it', async () => {
  const store = createMemoryStore();
  const index = { organization: 'org', projects: { 'shop-prod': { readAt: '2030-05-01T00:10:00.000Z' } }, policy: '' };
  await writeObject(store, keys.inventoryIndex, index as never);
  const gbOnDays = [
    ['2030-03-31T00:10:00Z', 10],
    ['2030-04-01T00:10:00Z', 20],
    ['2030-04-30T00:10:00Z', 30],
    ['2030-05-01T00:10:00Z', 40],
    ['2030-05-02T00:10:00Z', 50],
  ] as const;
  for (const [at, gb] of gbOnDays) {
    const [service] = snapshotWith([], []).services;
    if (service === undefined) throw new Error('no service');
    const services = [{ ...service, diskMb: gb * mbPerGb }];
    await noteSizes({ store, clock: { now: () => Date.parse(at) } }, 'shop-prod', services);
  }
  const grownBy = async (now: string) =>
    (await readRoomMoved(store, monthNamed('2030-04'), Date.parse(now))).disks.map(({ fromGb, toGb }) => [
      fromGb,
      toGb,
    ]);
  expect(await grownBy('2030-06-01T00:00:00Z')).toEqual([[20, 40]]);
  expect(await grownBy('2030-04-30T12:00:00Z')).toEqual([[20, 30]]);
});
