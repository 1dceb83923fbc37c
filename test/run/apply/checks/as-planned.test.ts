import { describe, expect, it } from 'vitest';
import { PlatformForbidden, PlatformNotFound, PlatformUnavailable } from '../../../../lib/contract/errors.ts';
import type { Change } from '../../../../lib/core/change/change.ts';
import { hourMs } from '../../../../lib/core/model/durations.ts';
import type { Endpoint, Service } from '../../../../lib/core/model/model.ts';
import { asPlanned } from '../../../../lib/run/apply/checks/as-planned.ts';
import type { WriteCheckInput } from '../../../../lib/run/apply/checks/write-check.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../../lib/run/store/objects.ts';
import { aChange } from '../../../core/a-change.ts';
import { additional, aService } from '../../../core/organization.ts';
import { storeChanges } from '../../stored.ts';

const readAt = '2026-03-02T08:00:00.000Z';
const orders = aService({ name: 'orders', tags: { team: 'a' } });

/** The check of a grant that is checked so many seconds after the reading, on a platform with these tags of the service. */
const guarded = async (
  seconds: number,
  tags: Record<string, string>,
  progress: Partial<WriteCheckInput['progress']> = {},
  error?: Error,
) => {
  const store = createMemoryStore();
  await writeObject(store, keys.plannedProject('run', 'shop-prod'), {
    changes: [],
    services: [orders],
    endpoints: [],
    readAt,
  });
  let reads = 0;
  const platform = {
    listServices: async () => {
      reads += 1;
      if (error !== undefined) throw error;
      return [{ ...orders, tags }];
    },
    listEndpoints: async () => [],
  };
  const change = aChange({ service: 'orders' });
  const writeCheck = asPlanned({
    store,
    platform,
    clock: { now: () => Date.parse(readAt) + seconds * 1000 },
    runId: 'run',
    phase: 'grant',
    project: 'shop-prod',
    changes: [change, change],
    progress: { attempts: [], ended: undefined, isOpen: false, ...progress },
  } as unknown as WriteCheckInput);
  return { said: [await writeCheck(change), await writeCheck(change)], reads: () => reads };
};

/** What the check says of a change an hour after the reading, when the platform shows this state. */
const saidOf = async (change: Change, services: readonly Service[], endpoints: readonly Endpoint[]) => {
  const store = createMemoryStore();
  const planned = { services: [orders], endpoints: [orphan], readAt };
  // As the plan stores it before the task of the release begins.
  await storeChanges(store, 'run', [change], planned);
  const writeCheck = asPlanned({
    store,
    platform: { listServices: async () => services, listEndpoints: async () => endpoints },
    clock: { now: () => Date.parse(readAt) + hourMs },
    runId: 'run',
    phase: change.phase,
    project: 'shop-prod',
    changes: [change],
    progress: { attempts: [], ended: undefined, isOpen: false },
  } as unknown as WriteCheckInput);
  return writeCheck(change);
};

const orphan: Endpoint = { id: 'e-gone', name: 'headroom-gone', maximum: additional(40) };
const removal = aChange({
  phase: 'release',
  kind: 'delete-endpoint',
  service: '',
  endpointName: orphan.name,
  endpointId: orphan.id,
  fromGb: 40,
});

describe('a removal that was planned from an old reading', () => {
  const back = 'the endpoint has changed since the plan (its service); the next run decides again';

  it.each<[string, readonly Service[], readonly Endpoint[], string | undefined]>([
    ['is allowed while nothing uses the endpoint', [orders], [orphan], undefined],
    ['is blocked when its service is back', [orders, aService({ name: 'gone' })], [orphan], back],
    [
      'is blocked when another service uses the endpoint',
      [aService({ name: 'orders', integrations: [{ id: 'i1', endpointId: 'e-gone' }] })],
      [orphan],
      back,
    ],
    [
      'is blocked when the endpoint is gone',
      [orders],
      [],
      'the endpoint has changed since the plan (existence); the next run decides again',
    ],
  ])('%s', async (_, services, endpoints, said) => {
    expect(await saidOf(removal, services, endpoints)).toBe(said);
  });
});

describe('a maximum that was planned from an old reading', () => {
  const gb = 1024;
  const grown = (addedGb: number) => [{ ...orders, tags: { team: 'a' }, diskMb: (orders.diskMb ?? 0) + addedGb * gb }];
  const blocked = 'the service has changed since the plan (disk size); the next run decides again';

  it('is not given to a service whose disk has grown without an autoscaler', async () => {
    const creation = aChange({ phase: 'grant', kind: 'create-endpoint', service: 'orders', toGb: 50 });
    expect(await saidOf(creation, grown(0), [orphan])).toBeUndefined();
    expect(await saidOf(creation, grown(1), [orphan])).toBe(blocked);
  });

  it('is lowered all the same when the disk has grown: a look of its own precedes each lower', async () => {
    const lower = aChange({ phase: 'release', kind: 'update-endpoint', service: 'orders', fromGb: 70, toGb: 50 });
    expect(await saidOf(lower, grown(5), [orphan])).toBeUndefined();
  });

  it('is not raised when the disk has grown by more than the raise', async () => {
    const raise = aChange({ phase: 'grant', kind: 'update-endpoint', service: 'orders', fromGb: 50, toGb: 70 });
    expect(await saidOf(raise, grown(20), [orphan])).toBeUndefined();
    expect(await saidOf(raise, grown(21), [orphan])).toBe(blocked);
  });
});

describe('the look at a project before its first write', () => {
  it('costs nothing while the reading is younger than a minute', async () => {
    const { said, reads } = await guarded(60, { team: 'b' });
    expect([said, reads()]).toEqual([[undefined, undefined], 0]);
  });

  it('happens once when the reading is older, and blocks a service that has changed since', async () => {
    const { said, reads } = await guarded(61, { team: 'b' });
    expect(said[0]).toBe('the service has changed since the plan (tags); the next run decides again');
    expect([said[0] === said[1], reads()]).toEqual([true, 1]);
  });

  it.each([PlatformForbidden, PlatformNotFound])(
    'blocks every change of a project that the platform does not show, without failing it: %s',
    async (Refusal) => {
      const error = new Refusal('no', { method: 'GET', path: '/project/shop-prod/service' });
      const { said, reads } = await guarded(3_600, { team: 'a' }, {}, error);
      expect(said[0]).toContain(`the project cannot be read again before its first change (${error.name}: no)`);
      expect([said[0] === said[1], reads()]).toEqual([true, 1]);
    },
  );

  it('ends the task when the platform does not answer', async () => {
    const error = new PlatformUnavailable('no answer', { method: 'GET', path: '/project/shop-prod/service' });
    await expect(guarded(3_600, { team: 'a' }, {}, error)).rejects.toBe(error);
  });

  it('allows a service that is as planned, and one that this task may have changed itself', async () => {
    expect((await guarded(3_600, { team: 'a' })).said).toEqual([undefined, undefined]);
    expect((await guarded(3_600, { team: 'b' }, { isOpen: true })).said).toEqual([undefined, undefined]);
  });
});
