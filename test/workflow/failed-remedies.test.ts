import { describe, expect, it } from 'vitest';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

/** Notices and events about full disks since the last call. */
const news = (headroom: LocalHeadroom) => {
  const all = headroom.events.flatMap(({ type, detail }) => {
    if (type === 'Notice') return [detail.subject];
    if (type === 'DiskFillsUp') return [`${type} ${detail.service}`];
    return type === 'Recovered' ? [`${type} ${detail.from}`] : [];
  });
  headroom.events.length = 0;
  return all;
};

const full = organizationOf([
  { name: 'shop', services: [pg('billing', { usedGb: 77 }), pg('orders', { usedGb: 77 })] },
]);
const observing = enableAll(40).replace('mode: enforce', 'mode: observe');
const refuseOnce = (headroom: LocalHeadroom) =>
  headroom.control('faults', [{ operation: 'ServiceIntegrationCreate', times: 2, status: 400 }]);
const notified = [
  'DiskFillsUp billing',
  'DiskFillsUp orders',
  'Headroom (org4f2a1c9d0e7): 2 urgent findings for everything',
];
const over = ['Recovered DiskFillsUp', 'Recovered DiskFillsUp'];

/** Two full disks without an autoscaler, under a policy that enables both. */
const startFull = async (policy: string) => {
  const headroom = await startHeadroom(full, policy);
  await headroom.control('advance', { seconds: 60 });
  headroom.pass(60_000);
  return headroom;
};

describe('a full disk whose autoscaler the policy enables', () => {
  it('is no news where the run enables it', async () => {
    const headroom = await startFull(enableAll(40));
    expect((await headroom.reconcile()).outcome).toBe('applied');
    expect(news(headroom)).toEqual([]);
  });

  it('is reported if the platform refuses, until a run enables it', async () => {
    const headroom = await startFull(enableAll(40));
    await refuseOnce(headroom);
    const { plan } = await headroom.reconcile();
    expect(plan?.findings.map(({ code, service }) => `${code} ${service}`)).toEqual([
      'disk-full billing',
      'disk-full orders',
    ]);
    expect(plan?.findings[0]?.message).toMatch(/ Its change failed: PlatformRefused: .+\.$/);
    expect(news(headroom)).toEqual(notified);
    await headroom.reconcile();
    expect(news(headroom)).toEqual(over);
  });

  it('is not over because a run intends to enable it', async () => {
    const headroom = await startFull(observing);
    await headroom.reconcile();
    expect(news(headroom)).toEqual(notified);
    await headroom.store.put('policy.yaml', enableAll(40));
    await refuseOnce(headroom);
    await headroom.reconcile();
    expect(news(headroom)).toEqual([]);
  });
});
