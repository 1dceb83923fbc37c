import { describe, expect, inject, it } from 'vitest';
import '../seed/seed.ts';
import { hostileScenario } from './hostile-scenario.ts';
import { type Ordeal, ordeal } from './ordeal.ts';
import { served, token } from './small-organization.ts';

const seed = inject('seed');

describe('hostile input', () => {
  it('gets an answer and never a 5xx, with the error body if it is an HTTP request (2,000 of them; pf 2.13, A-41)', async () => {
    const { platform, send } = await served({ scenario: hostileScenario, control: false });
    const result: Ordeal = await ordeal({ url: platform.url, token, seed, count: 2_000 });
    expect({ seed, wrong: result.wrong }).toEqual({ seed, wrong: [] });
    expect(Object.keys(result.byKind).length).toBeGreaterThan(11);
    // It still lives, and most of what it was sent was refused.
    expect((await send('GET', '/v1/project/shop/service')).status).toBe(200);
    expect(result.refused).toBeGreaterThan(1_000);
  });

  it('is not answered with more than was sent: wrong members beyond a hundred go unnamed', async () => {
    const { send } = await served({ scenario: hostileScenario });
    const config = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`wrong-${index}`, 1]));
    const body = { endpoint_name: 'x', endpoint_type: 'disk_storage', user_config: { autoscaler: config } };
    const refused = await send('POST', '/v1/project/shop/integration_endpoint', body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toHaveLength(100);
  });
});
