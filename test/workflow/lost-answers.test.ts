import { describe, expect, it } from 'vitest';
import { PlatformUnavailable } from '../../lib/contract/errors.ts';
import type { Platform } from '../../lib/ports.ts';
import { auditRecordsOf } from '../../lib/run/audit/reading.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';
import { startWorld, type World } from './local-headroom.ts';

const project = 'shop';

const maximumOf = async ({ ports }: World) => (await ports.platform.listEndpoints(project))[0]?.maximum.gb;

/** A run that raises one maximum from 100 to 200 GB, and whose every answer to that is lost. */
const lostRaise = async (when: 'before' | 'after'): Promise<World> => {
  const world = await startWorld(
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
    else await world.ports.platform.updateEndpoint(...given);
    throw new PlatformUnavailable('no answer', { method: 'PUT', path: '/v1/project/shop' });
  };
  const { results } = await world.reconcile({
    runId: 'lost',
    ports: { platform: { ...world.ports.platform, updateEndpoint } },
  });
  expect(results).toMatchObject([{ kind: 'update-endpoint', status: 'failed' }]);
  return world;
};

describe('a write whose answer was lost', () => {
  it.each([
    ['after', 200],
    ['before', 100],
  ] as const)('%s its effect is in the audit once, as unknown', async (when, left) => {
    const world = await lostRaise(when);
    expect(await maximumOf(world)).toBe(left);
    expect(await auditRecordsOf(world.store, 'lost')).toMatchObject([
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
    const world = await lostRaise('after');
    const { result, writes } = await world.counted(() => world.reconcile({ input: undo }));
    expect([result.outcome, writes, await maximumOf(world)]).toEqual(['applied', 1, 100]);
  });

  it('has nothing to be undone where it had none', async () => {
    const world = await lostRaise('before');
    const { result, writes } = await world.counted(() => world.reconcile({ input: undo }));
    expect([result.outcome, writes, await maximumOf(world)]).toEqual(['nothing', 0, 100]);
    expect(result.plan?.findings).toEqual([]);
  });
});
