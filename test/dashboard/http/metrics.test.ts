import { expect, it } from 'vitest';
import { scraped } from '../../prometheus.ts';
import { sampleOrganization } from '../../sample-organization.ts';
import { enableAll } from '../../workflow/scenarios.ts';
import { startWorld } from '../../workflow/world.ts';
import { pagesOf } from './pages-of.ts';

it('the figures of the store are at /metrics for a scraper that is let in, and for no one else', async () => {
  const world = await startWorld(sampleOrganization(), enableAll(40));
  const { coverage } = await world.reconcile();
  const { ask, askStranger } = pagesOf(world.store);
  const answer = await ask('/metrics');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  expect(scraped(await answer.text())).toMatchObject({ headroom_projects_listed: coverage?.listed });
  expect(await (await askStranger('/metrics')).text()).not.toContain('headroom_projects_listed');
});
