import { describe, expect, it } from 'vitest';
import type { ChangeStatus } from '../../../../lib/core/change/change.ts';
import { endpointReady } from '../../../../lib/run/apply/checks/endpoint-ready.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../../lib/run/store/objects.ts';
import { aChange as changeOf } from '../../../core/a-change.ts';
import { aChange, storeChanges } from '../../stored.ts';

const lower = changeOf({
  phase: 'release',
  project: 'shop',
  service: 'orders',
  toGb: 40,
  maximum: { kind: 'additional', gb: 40 },
});

const attach = (endpointId: string | null) =>
  changeOf({ kind: 'create-integration', project: 'shop', service: 'orders', endpointId });

/** The check of a run that planned to lower the endpoint of orders, which ended so; undefined: it never ended. */
const checkAfter = async (status: ChangeStatus | undefined) => {
  const store = createMemoryStore();
  await storeChanges(store, 'run', [lower]);
  if (status !== undefined) await writeObject(store, keys.results('run', 'release', 'shop'), [{ ...lower, status }]);
  return endpointReady({ store, runId: 'run' });
};

describe('a service is attached to an endpoint', () => {
  it('once its maximum is lowered', async () => {
    expect(await (await checkAfter('confirmed'))(aChange('orders'))).toBeUndefined();
  });

  it.each([undefined, 'unconfirmed', 'skipped', 'failed'] as const)(
    'not where the lower ended as %s',
    async (status) => {
      expect(await (await checkAfter(status))(aChange('orders'))).toBe(
        'the planned lower of endpoint headroom-orders is not confirmed; the next run retries',
      );
    },
  );

  it('where the endpoint is another one or is created by this run', async () => {
    const writeCheck = await checkAfter('failed');
    expect(await writeCheck(aChange('billing'))).toBeUndefined();
    expect(await writeCheck(attach(null))).toBeUndefined();
    expect(
      await writeCheck(changeOf({ phase: 'release', kind: 'delete-integration', project: 'shop', service: 'orders' })),
    ).toBeUndefined();
  });
});
