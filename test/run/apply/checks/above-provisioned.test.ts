import { describe, expect, it } from 'vitest';
import type { ChangeJson } from '../../../../lib/core/change/change-json.ts';
import { aboveProvisioned } from '../../../../lib/run/apply/checks/above-provisioned.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../../lib/run/store/objects.ts';
import { aChange } from '../../../core/a-change.ts';
import { aService } from '../../../core/organization.ts';

const gb = 1024;

const lowering: Partial<ChangeJson> = {
  phase: 'release',
  fromGb: 100,
  toGb: 40,
  maximum: { kind: 'additional', gb: 40 },
};

/** Sizes in MB by service; one that is not there is gone. */
type Sizes = Record<string, number | null>;

/** The check of a run that planned these sizes, on a platform that shows what `now` holds when it is asked. */
const guarded = async (planned: Sizes, now: Sizes) => {
  const store = createMemoryStore();
  const services = Object.entries(planned).map(([name, diskMb]) => aService({ name, diskMb }));
  await writeObject(store, keys.plannedProject('run', 'shop-prod'), { changes: [], services, endpoints: [] });
  const reads: string[] = [];
  let nowMs = 0;
  const writeCheck = aboveProvisioned({
    platform: {
      getService: async (project, name) => {
        reads.push(`${project}/${name}`);
        const diskMb = now[name];
        return diskMb === undefined ? undefined : aService({ name, diskMb });
      },
    },
    store,
    clock: { now: () => nowMs },
    runId: 'run',
  });
  const check = async (given: Partial<ChangeJson> = {}): Promise<string> =>
    (await writeCheck(aChange({ ...lowering, ...given }))) ?? 'lets it';
  const change = aChange(lowering);
  return {
    check,
    reads,
    wait: (seconds: number) => {
      nowMs += seconds * 1000;
    },
    /** Asks before a further try of one and the same change. */
    again: async () => (await writeCheck(change)) ?? 'lets it',
  };
};

/** Checks one change of a service that was planned at 120 GB. */
const once = async (now: Sizes, given: Partial<ChangeJson> = {}) => {
  const { check } = await guarded({ orders: 120 * gb }, now);
  return check(given);
};

describe('the last look before a maximum is lowered', () => {
  it('lets it while the disk is as large as planned, and when the service is gone', async () => {
    expect(await once({ orders: 120 * gb })).toBe('lets it');
    expect(await once({})).toBe('lets it');
  });

  it('stops it when the disk has grown, or when its size now is unknown', async () => {
    expect(await once({ orders: 132 * gb })).toContain('the disk has grown from 122880 MB to 135168 MB');
    expect(await once({ orders: null })).toContain('does not report the current disk size');
  });

  it('stops it when the planned size is unknown', async () => {
    const { check } = await guarded({ orders: null }, { orders: 120 * gb });
    expect(await check()).toContain('the disk has grown from 0 MB');
  });

  it('is for lowers only, and reads nothing for any other change', async () => {
    const { check, reads } = await guarded({ orders: 120 * gb }, { orders: null });
    expect(await check({ fromGb: 40, toGb: 100 })).toBe('lets it');
    expect(await check({ kind: 'delete-endpoint' })).toBe('lets it');
    expect(reads).toEqual([]);
  });

  it('is taken for each lower anew, so that growth during the lowers before it is seen', async () => {
    const now: Sizes = { orders: 120 * gb, billing: 120 * gb };
    const { check, reads } = await guarded({ ...now }, now);
    expect(await check()).toBe('lets it');
    now.billing = 136 * gb;
    expect(await check({ service: 'billing' })).toContain('the disk has grown from 122880 MB to 139264 MB');
    expect(reads).toEqual(['shop-prod/orders', 'shop-prod/billing']);
  });

  it('is taken again for a try that comes later, and not for one that comes at once', async () => {
    const now: Sizes = { orders: 120 * gb };
    const { again, wait, reads } = await guarded({ orders: 120 * gb }, now);
    expect(await again()).toBe('lets it');
    now.orders = 136 * gb;
    wait(20);
    expect([await again(), reads.length]).toEqual(['lets it', 1]);
    wait(1);
    expect(await again()).toContain('the disk has grown from 122880 MB to 139264 MB');
    expect(reads.length).toBe(2);
  });

  it('is taken again when a clock was set back, because it says nothing about the time between', async () => {
    const { again, wait, reads } = await guarded({ orders: 120 * gb }, { orders: 120 * gb });
    await again();
    wait(-3600);
    await again();
    expect(reads.length).toBe(2);
  });

  it('ends where each look makes the write wait again: a lower with one call a minute is tried all the same', async () => {
    const { again, wait, reads } = await guarded({ orders: 120 * gb }, { orders: 120 * gb });
    for (const _try of [1, 2, 3, 4, 5]) {
      expect(await again()).toBe('lets it');
      wait(60);
    }
    expect(reads.length).toBe(3);
  });
});
