import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/ports.ts';
import { whyOf } from '../core/a-change.ts';
import { startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

describe('a reconcile whose disks grow while four maximums are lowered to 10 GB', () => {
  const names = ['service-0', 'service-1', 'service-2', 'service-3'];
  const project = 'project-0';
  const minute = 60_000;
  const lowering = async () => {
    const base = organizationOf([
      {
        name: project,
        services: names.map((name) => pg(name, { plan: 'storage-200', usedGb: 100 })),
        endpoints: names.map((name) => ({ name: `headroom-${name}`, maxAdditionalGb: 100 })),
        integrations: names.map((name) => ({ service: name, endpoint: `headroom-${name}` })),
      },
    ]);
    const headroom = await startHeadroom(
      {
        ...base,
        plans: [{ type: 'pg', name: 'storage-200', diskGb: 200, capGb: 1000, stepGb: 10 }],
        prices: [{ type: 'pg', plan: 'storage-200', cloud: 'aws-eu-west-1', base: '0.10', additionalGb: '0.0005' }],
      },
      enableAll(10),
    );
    const { updateEndpoint, getService } = headroom.ports.platform;
    /** The autoscaler adds a tenth of what is used: 17 GB. */
    const grow = async (service: string) => {
      await headroom.control('usage', { project, service, usedGb: 170 });
      await headroom.control('advance', { seconds: 30 });
    };
    const shown = async () =>
      Object.fromEntries(
        (await headroom.ports.platform.listEndpoints(project)).map(({ name, maximum }) => [name.slice(9), maximum.gb]),
      );
    return { headroom, updateEndpoint, getService, grow, shown };
  };

  it('does not lower one whose disk grows after the first of them was', async () => {
    const { headroom, updateEndpoint, grow, shown } = await lowering();
    let writes = 0;
    const platform: Platform = {
      ...headroom.ports.platform,
      updateEndpoint: async (...given) => {
        const updated = await updateEndpoint(...given);
        writes += 1;
        if (writes === 1) await grow('service-2');
        return updated;
      },
    };
    const { result, reads } = await headroom.counted(() => headroom.reconcile({ ports: { platform } }));
    expect(result.results.map(({ service, status }) => [service, status])).toEqual([
      ['service-0', 'confirmed'],
      ['service-1', 'confirmed'],
      ['service-2', 'failed'],
      ['service-3', 'confirmed'],
    ]);
    expect(result.results[2]?.error).toContain('the disk has grown from 204800 MB to 222208 MB');
    expect(await shown()).toEqual({ 'service-0': 10, 'service-1': 10, 'service-2': 100, 'service-3': 10 });
    // A quiet pass, the plan's own disk, two for each disk that was never measured, one look before each lower, and one to confirm them.
    expect(reads).toBe(4 + 1 + 2 * 4 + 4 + 1);
    expect((await headroom.reconcile()).results).toMatchObject([
      { service: 'service-2', toGb: 17, status: 'confirmed' },
    ]);
    const quiet = await headroom.counted(() => headroom.reconcile());
    expect([quiet.result.outcome, quiet.reads, quiet.writes]).toEqual(['nothing', 4, 0]);
  });

  /** Each write waits for its turn, or for the platform, after the look that precedes it. */
  const waiting = async (
    ms: number,
    onWait: (wait: number, grow: (service: string) => Promise<void>) => Promise<void>,
  ) => {
    const { headroom, updateEndpoint, grow, shown } = await lowering();
    let waits = 0;
    const platform: Platform = {
      ...headroom.ports.platform,
      updateEndpoint: async (...given) => {
        waits += 1;
        headroom.pass(ms);
        await onWait(waits, grow);
        return updateEndpoint(...given);
      },
    };
    const counted = await headroom.counted(() => headroom.reconcile({ ports: { platform } }));
    return { ...counted, shown };
  };

  it('looks again before a write that had to wait, and does not lower a disk that has grown meanwhile', async () => {
    const { result, reads, writes, shown } = await waiting(minute, async (wait, grow) => {
      if (wait === 2) await grow('service-1');
    });
    expect(result.results.map(({ status }) => status)).toEqual(['confirmed', 'failed', 'confirmed', 'confirmed']);
    expect(result.results[1]?.error).toContain('the disk has grown from 204800 MB to 222208 MB');
    expect(await shown()).toEqual({ 'service-0': 10, 'service-1': 100, 'service-2': 10, 'service-3': 10 });
    // As without a wait, with a second look before each lower; nothing was sent for the one that failed.
    expect([reads, writes]).toEqual([4 + 1 + 2 * 4 + 2 * 4 + 1, 3]);
  });

  it('does not look again before a write that comes at once', async () => {
    const { result, reads } = await waiting(10_000, async () => undefined);
    expect(result.results.map(({ status }) => status)).toEqual(names.map(() => 'confirmed'));
    expect(reads).toBe(4 + 1 + 2 * 4 + 4 + 1);
  });

  it('raises one again whose disk grew between the look and the write', async () => {
    const { headroom, getService, grow, shown } = await lowering();
    const platform: Platform = {
      ...headroom.ports.platform,
      getService: async (...given) => {
        const looked = await getService(...given);
        if (looked?.name === 'service-2') await grow('service-2');
        return looked;
      },
    };
    expect((await headroom.reconcile({ ports: { platform } })).results.map(({ status }) => status)).toEqual(
      names.map(() => 'confirmed'),
    );
    expect(await shown()).toMatchObject({ 'service-2': 10 });
    const { plan, results } = await headroom.reconcile();
    expect(results).toMatchObject([{ service: 'service-2', fromGb: 10, toGb: 17, status: 'confirmed' }]);
    expect(whyOf(results[0])).toContain('17 GB of additional storage are already provisioned');
    expect(plan?.findings.map(({ code, service }) => [code, service])).toContainEqual([
      'floor-above-maximum',
      'service-2',
    ]);
    expect(await shown()).toMatchObject({ 'service-2': 17 });
    const quiet = await headroom.counted(() => headroom.reconcile());
    expect([quiet.result.outcome, quiet.reads, quiet.writes]).toEqual(['nothing', 4, 0]);
  });
});
