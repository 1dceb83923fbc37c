import { describe, expect, it } from 'vitest';
import { PlatformUnavailable } from '../../lib/contract/errors.ts';
import type { Platform } from '../../lib/ports.ts';
import { auditRecordsOf } from '../../lib/run/audit/reading.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

const project = 'shop';

const maximumOf = async ({ ports }: LocalHeadroom) => (await ports.platform.listEndpoints(project))[0]?.maximum.gb;

/** A run that raises one maximum from 100 to 200 GB, and whose every answer to that is lost. */
const lostRaise = async (when: 'before' | 'after'): Promise<LocalHeadroom> => {
  const headroom = await startHeadroom(
    organizationOf([
      {
        name: project,
        services: [pg('orders')],
        endpoints: [{ name: 'headroom-orders', maxAdditionalGb: 100 }],
        integrations: [{ service: 'orders', endpoint: 'headroom-orders' }],
      },
    ]),
    enableAll(200),
  );
  const updateEndpoint: Platform['updateEndpoint'] = async (...given) => {
    if (when === 'before') await given[3]?.mayStart?.();
    else await headroom.ports.platform.updateEndpoint(...given);
    throw new PlatformUnavailable('no answer', { method: 'PUT', path: '/v1/project/shop' });
  };
  const { results } = await headroom.reconcile({
    runId: 'lost',
    ports: { platform: { ...headroom.ports.platform, updateEndpoint } },
  });
  expect(results).toMatchObject([{ kind: 'update-endpoint', status: 'failed' }]);
  return headroom;
};

describe('a write whose answer was lost', () => {
  it.each([
    ['after', 200],
    ['before', 100],
  ] as const)('%s its effect is in the audit once, as unknown', async (when, left) => {
    const headroom = await lostRaise(when);
    expect(await maximumOf(headroom)).toBe(left);
    expect(await auditRecordsOf(headroom.store, 'lost')).toMatchObject([
      {
        kind: 'update-endpoint',
        project,
        service: 'orders',
        status: 'unknown',
        error: expect.stringContaining('PlatformUnavailable'),
        before: { maxAdditionalGb: 100 },
        after: { maxAdditionalGb: 200 },
      },
    ]);
  });

  const undo = { trigger: { kind: 'manual', by: 'a person' }, undo: 'lost' };

  it('is undone where it had its effect', async () => {
    const headroom = await lostRaise('after');
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ input: undo }));
    expect([result.outcome, writes, await maximumOf(headroom)]).toEqual(['applied', 1, 100]);
  });

  it('has nothing to be undone where it had none', async () => {
    const headroom = await lostRaise('before');
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ input: undo }));
    expect([result.outcome, writes, await maximumOf(headroom)]).toEqual(['nothing', 0, 100]);
    expect(result.plan?.findings).toEqual([]);
  });
});
