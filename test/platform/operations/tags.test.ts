import { describe, expect, it, test } from 'vitest';
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

  test.each([
    ['service/orders/', 'x'.repeat(64), 200],
    ['service/orders/', 'x'.repeat(65), 400],
    ['service/orders/', '1x', 400],
    ['service/orders/', '_x', 400],
    ['service/orders/', 'a.b', 400],
    ['service/orders/', '', 400],
    ['service/orders/', 'billing:unit', 400],
    ['', 'billing:unit', 200],
    ['', 'other:unit', 400],
    ['', 'billing:', 400],
    ['', `billing:${'x'.repeat(57)}`, 400],
  ])('of %s may have the key %j: %i (pf 2.5)', async (of, key, status) => {
    const { send } = await served();
    for (const method of ['PUT', 'PATCH']) {
      expect((await send(method, `/v1/project/shop/${of}tags`, { tags: { [key]: 'x'.repeat(64) } })).status).toBe(
        status,
      );
    }
  });

  it('have keys in which case matters (pf 2.5)', async () => {
    const { send } = await served();
    await send('PUT', '/v1/project/shop/tags', { tags: { env: 'a', Env: 'b' } });
    expect((await send('GET', '/v1/project/shop/tags')).body.tags).toEqual({ env: 'a', Env: 'b' });
  });
});
