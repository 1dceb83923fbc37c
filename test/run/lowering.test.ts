import { describe, expect, it } from 'vitest';
import type { Change } from '../../lib/core/model.ts';
import type { ListedService, Platform } from '../../lib/ports.ts';
import { lowerGuard } from '../../lib/run/lowering.ts';
import { keys, writeObject } from '../../lib/run/objects.ts';
import { aService } from '../core/organization.ts';
import { createMemoryStore } from '../memory-store.ts';

const change: Change = {
  phase: 'release',
  kind: 'update-endpoint',
  project: 'shop-prod',
  service: 'orders',
  fromGb: 100,
  toGb: 40,
  rule: 'r',
  reason: 'because',
  endpointName: 'headroom-orders',
  endpointId: 'e',
  integrationId: null,
  maximum: { kind: 'additional', gb: 40 },
};

/** Checks the change against a service that was planned at 120 GB and shows these services now. */
const check = async (now: readonly ListedService[], given: Partial<Change> = {}): Promise<string> => {
  const store = createMemoryStore();
  const services = [aService({ diskMb: 120 * 1024 })];
  await writeObject(store, keys.snapshot('run', 'shop-prod'), { services, endpoints: [] });
  const platform = { listServices: async () => [...now] } as Partial<Platform> as Platform;
  return lowerGuard(
    platform,
    store,
    'run',
  )({ ...change, ...given }).then(
    () => 'lets it',
    (error: Error) => error.message,
  );
};

const listed = (diskMb: number | null): ListedService[] => [{ ...aService({ diskMb }), integrations: [] }];

describe('the last look before a maximum is lowered', () => {
  it('lets it while the disk is as large as planned, and when the service is gone', async () => {
    expect(await check(listed(120 * 1024))).toBe('lets it');
    expect(await check([])).toBe('lets it');
  });

  it('stops it when the disk has grown, or when nobody says how large it is now', async () => {
    expect(await check(listed(132 * 1024))).toContain('the disk has grown from 122880 MB to 135168 MB');
    expect(await check(listed(null))).toContain('does not say how large the disk is now');
  });

  it('is for lowers only', async () => {
    expect(await check(listed(null), { fromGb: 40, toGb: 100 })).toBe('lets it');
    expect(await check(listed(null), { kind: 'delete-endpoint' })).toBe('lets it');
  });
});
