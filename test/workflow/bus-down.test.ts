import { expect, it } from 'vitest';
import { BusUnavailable } from '../../lib/contract/errors.ts';
import { startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

it('a bus that is down fails no pass, and has every event of it from the next one', async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(200));
  const bus = { publish: () => Promise.reject(new BusUnavailable('the bus is down')) };
  const { outcome, plan, error, unpublished } = await headroom.reconcile({ ports: { bus } });
  expect([outcome, error, unpublished]).toEqual(['applied', null, 2]);
  expect(plan?.findings.filter(({ code }) => code === 'events-not-published')).toHaveLength(1);
  expect(headroom.events).toEqual([]);
  expect((await headroom.reconcile()).unpublished).toBeUndefined();
  expect(headroom.events.map(({ type }) => type)).toEqual(['AutoscalerEnabled', 'RunCompleted', 'RunCompleted']);
});
