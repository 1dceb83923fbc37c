import { describe, expect, it } from 'vitest';
import { asPlanned } from '../../../../lib/run/apply/guards/as-planned.ts';
import type { GuardContext } from '../../../../lib/run/apply/guards/guard.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { writeObject } from '../../../../lib/run/store/objects.ts';
import { createMemoryStore } from '../../../../lib/simulation/surroundings/memory-store.ts';
import { aChange } from '../../../core/a-change.ts';
import { aService } from '../../../core/organization.ts';

const readAt = '2026-03-02T08:00:00.000Z';
const orders = aService({ name: 'orders', tags: { team: 'a' } });

/** The guard of a grant that is checked so many seconds after the reading, on a platform with these tags of the service. */
const guarded = async (
  seconds: number,
  tags: Record<string, string>,
  progress: Partial<GuardContext['progress']> = {},
) => {
  const store = createMemoryStore();
  await writeObject(store, keys.snapshot('run', 'shop-prod'), { services: [orders], endpoints: [], readAt });
  let reads = 0;
  const platform = {
    listServices: async () => {
      reads += 1;
      return [{ ...orders, tags }];
    },
    listEndpoints: async () => [],
  };
  const change = aChange({ service: 'orders' });
  const guard = asPlanned({
    store,
    platform,
    clock: { now: () => Date.parse(readAt) + seconds * 1000 },
    runId: 'run',
    phase: 'grant',
    project: 'shop-prod',
    changes: [change, change],
    progress: { attempts: [], ended: undefined, isOpen: false, ...progress },
  } as unknown as GuardContext);
  return { said: [await guard(change), await guard(change)], reads: () => reads };
};

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

  it('allows a service that is as planned, and one that this task may have changed itself', async () => {
    expect((await guarded(3_600, { team: 'a' })).said).toEqual([undefined, undefined]);
    expect((await guarded(3_600, { team: 'b' }, { isOpen: true })).said).toEqual([undefined, undefined]);
  });
});
