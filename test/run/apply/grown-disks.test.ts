import { describe, expect, it } from 'vitest';
import { OutOfTime } from '../../../lib/contract/errors.ts';
import type { ChangeResult } from '../../../lib/core/change/change.ts';
import type { Service } from '../../../lib/core/model/model.ts';
import type { ListedService } from '../../../lib/ports.ts';
import { lookAfterRelease } from '../../../lib/run/apply/grown-disks.ts';
import { aChange } from '../../core/a-change.ts';
import { integrationWith } from '../../core/one-service.ts';
import { aService } from '../../core/organization.ts';

const removed: ChangeResult = {
  ...aChange({ phase: 'release', kind: 'delete-integration', project: 'shop', integrationId: 'i1' }),
  status: 'confirmed',
};
const released = { runId: 'run', project: 'shop', results: [removed], isRepeated: true };

/** What stands against the money of orders, counted with 100 GB, when the project lists these services. */
const against = async (...services: readonly ListedService[]) => {
  const shortfall = await lookAfterRelease({ listServices: async () => [...services] }, released);
  return shortfall({ service: 'orders', mostMb: 102_400 });
};

const orders = (some: Partial<Service> = {}) => aService({ name: 'orders', diskMb: 102_400, ...some });

describe('the money of a release', () => {
  it('is free where the service is gone beside others, and not where the list is empty', async () => {
    expect(await against(aService({ name: 'users', diskMb: 999_999 }))).toBeUndefined();
    expect(await against()).toBe('project shop lists no services');
  });

  it('is free once the removed autoscaler is no longer listed, whatever other one there is', async () => {
    const text = 'project shop still lists the autoscaler of orders';
    expect(await against(orders({ integrations: [integrationWith('e1', 'i1')] }))).toBe(text);
    expect(await against(orders({ integrations: [integrationWith('e2', 'i2'), integrationWith('e1', 'i1')] }))).toBe(
      text,
    );
    expect(await against(orders({ integrations: [integrationWith('e2', 'i2')] }))).toBeUndefined();
    expect(await against(orders({ integrations: [] }))).toBeUndefined();
  });

  it('is free up to the disk that the plan counts', async () => {
    expect(await against(orders({ diskMb: 102_401 }))).toMatch(/has grown to 102401 MB .* counts 102400 MB$/);
    expect(await against(orders({ diskMb: null }))).toBe('the platform does not report the disk size of shop/orders');
  });
});

it('a look that has no time is taken again by a task that is called again, and any other failure frees nothing', async () => {
  const failing = (error: Error) => ({ listServices: () => Promise.reject(error) });
  const late = new OutOfTime('no time', '2026-03-02T08:15:00Z');
  await expect(lookAfterRelease(failing(late), released)).rejects.toBe(late);
  for (const [error, isRepeated] of [
    [late, false],
    [new Error('no answer'), true],
  ] as const) {
    const shortfall = await lookAfterRelease(failing(error), { ...released, isRepeated });
    expect(shortfall({ service: 'orders', mostMb: 102_400 })).toMatch(/^the disks of project shop cannot be read/);
  }
});
