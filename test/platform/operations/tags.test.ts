import { describe, expect, test } from 'vitest';
import { pg, served, smallScenario } from '../small-organization.ts';

describe('tags', () => {
  test.each([
    ['a service', '/v1/project/shop/service/orders/tags', 'service_tags_update'],
    ['a project', '/v1/project/shop/tags', 'project_tags_update'],
  ])('of %s are replaced, merged, taken away and read', async (_what, path, eventType) => {
    const { send } = await served({ scenario: smallScenario([pg('orders', { tags: { env: 'prod' } })]) });
    expect((await send('GET', path)).body).toEqual({ tags: { env: 'prod' } });
    expect((await send('PATCH', path, { tags: { team: 'web', env: 'dev' } })).body).toEqual({
      message: expect.any(String),
    });
    expect((await send('GET', path)).body).toEqual({ tags: { env: 'dev', team: 'web' } });
    await send('PATCH', path, { tags: { env: null, absent: null } });
    expect((await send('GET', path)).body).toEqual({ tags: { team: 'web' } });
    await send('PUT', path, { tags: { constructor: 'x' } });
    expect((await send('GET', path)).body).toEqual({ tags: { constructor: 'x' } });
    expect((await send('PUT', path, { tags: { 'no spaces': 'x' } })).status).toBe(400);
    expect((await send('PUT', path, { tags: { key: 'x'.repeat(65) } })).status).toBe(400);
    expect((await send('GET', '/v1/project/shop/events?limit=1')).body.events[0].event_type).toBe(eventType);
  });
});
