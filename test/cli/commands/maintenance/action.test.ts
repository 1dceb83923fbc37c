import { expect, it } from 'vitest';
import { organizationOf, pg } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

it('headroom maintenance start starts it, once, and says why it cannot', async () => {
  const shell = await openShell(organizationOf([{ name: 'shop', services: [pg('orders')] }]));
  const start = (name: string) => shell.run('maintenance', 'start', name);
  const started = await start('shop/orders');
  expect([started.status, started.out]).toEqual([0, 'started the maintenance of shop/orders\n']);
  const state = () => shell.platform.state().projects[0]?.services[0]?.state;
  expect(state()).not.toBe('RUNNING');
  const again = await start('shop/orders');
  expect([again.status, again.err]).toEqual([1, expect.stringContaining('can start in state RUNNING')]);
  expect((await start('shop/none')).status).toBe(1);
  expect((await start('shop')).status).toBe(2);
});
