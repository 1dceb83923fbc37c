import { expect, it } from 'vitest';
import { BusUnavailable } from '../../lib/contract/errors.ts';
import { enableAll, even } from './scenarios.ts';
import { startWorld } from './local-headroom.ts';

it('a bus that is down fails no pass, and has every event of it from the next one', async () => {
  const world = await startWorld(even(1, 1), enableAll(200));
  const bus = { publish: () => Promise.reject(new BusUnavailable('the bus is down')) };
  const { outcome, plan, error, unpublished } = await world.reconcile({ ports: { bus } });
  expect([outcome, error, unpublished]).toEqual(['applied', null, 2]);
  expect(plan?.findings.filter(({ code }) => code === 'events-not-published')).toHaveLength(1);
  expect(world.events).toEqual([]);
  expect((await world.reconcile()).unpublished).toBeUndefined();
  expect(world.events.map(({ type }) => type)).toEqual(['AutoscalerEnabled', 'RunCompleted', 'RunCompleted']);
});
