import { describe, expect, it } from 'vitest';
import type { AdoptedEndpoint } from '../../../lib/core/change/adopted-endpoint.ts';
import type { ChangeOf } from '../../../lib/core/change/change.ts';
import { because } from '../../../lib/core/model/decision.ts';
import { readAdopted, recordManager } from '../../../lib/run/apply/adopted.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';

const project = 'shop-prod';
const entry = (service: string, endpointName: string): AdoptedEndpoint => ({
  service,
  endpointName,
  kind: 'additional',
});

const handover = <K extends 'adopt-endpoint' | 'return-endpoint'>(
  kind: K,
  { service, endpointName }: AdoptedEndpoint,
) => ({
  kind,
  phase: 'grant' as const,
  project,
  service,
  endpointName,
  endpointId: 'e1',
  toGb: 100,
  maximum: { kind: 'additional' as const, gb: 100 },
  rule: '',
  reasons: because('adoption', 'Because.'),
});
const taking = (one: AdoptedEndpoint): ChangeOf<'adopt-endpoint'> => handover('adopt-endpoint', one);
const giving = (one: AdoptedEndpoint): ChangeOf<'return-endpoint'> => handover('return-endpoint', one);

describe('adopted endpoints', () => {
  it('are recorded once for each service, the last one', async () => {
    const store = createMemoryStore();
    for (const one of [entry('orders', 'team'), entry('orders', 'other'), entry('billing', 'team')])
      await recordManager(store, taking(one));
    await recordManager(store, taking(entry('billing', 'team')));
    expect(await readAdopted(store, project)).toEqual([entry('orders', 'other'), entry('billing', 'team')]);
  });

  it('are given back one by one: neither a namesake nor another endpoint of the service', async () => {
    const store = createMemoryStore();
    const [orders, billing] = [entry('orders', 'team'), entry('billing', 'team')];
    for (const one of [orders, billing]) await recordManager(store, taking(one));
    await recordManager(store, giving(entry('orders', 'former')));
    expect(await readAdopted(store, project)).toEqual([orders, billing]);
    await recordManager(store, giving(orders));
    await recordManager(store, giving(orders));
    expect(await readAdopted(store, project)).toEqual([billing]);
  });
});
