import { describe, expect, it } from 'vitest';
import { type OpenedPlatform, openPlatform } from '../../../lib/platform/open.ts';
import { even } from '../../workflow/scenarios.ts';

const token = 'texts-token';
const path = '/v1/project/project-0';

const ask = async (platform: OpenedPlatform, method: string, below: string, body?: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const text = body === undefined ? null : JSON.stringify(body);
  const answer = await platform.answer({ method, path: `${path}${below}`, headers, body: text }, '127.0.0.1');
  expect(answer?.status, answer?.text).toBeLessThan(300);
  return JSON.parse(answer?.text ?? '');
};

/** The list, and the same services asked for one by one, which are written anew each time. */
const listed = async (platform: OpenedPlatform) => {
  const { services } = await ask(platform, 'GET', '/service');
  const single: unknown[] = [];
  for (const { service_name } of services)
    single.push((await ask(platform, 'GET', `/service/${service_name}`)).service);
  return { services, single };
};

describe('the list of services', () => {
  it('shows what each service is now, whatever has changed since it was listed before', async () => {
    const scenario = even(1, 3, { usedGb: 70, growthGbPerDay: 40 });
    const platform = openPlatform({ scenario, token, speed: 0 });
    const endpoint = { endpoint_name: 'e', endpoint_type: 'disk_storage' };
    const user_config = { autoscaler: { max_additional_storage: '100' } };
    let integration = '';
    const changes: readonly (() => Promise<unknown>)[] = [
      async () => undefined,
      () => ask(platform, 'PUT', '/service/service-1/tags', { tags: { env: 'prod' } }),
      () => ask(platform, 'PUT', '/service/service-0', { termination_protection: true }),
      () => ask(platform, 'PUT', '/service/service-0', { maintenance: { dow: 'monday', time: '04:00:00' } }),
      async () => {
        const made = await ask(platform, 'POST', '/integration_endpoint', { ...endpoint, user_config });
        const { endpoint_id: dest_endpoint_id } = made.service_integration_endpoint;
        const body = { integration_type: 'autoscaler', source_service: 'service-2', dest_endpoint_id };
        const created = await ask(platform, 'POST', '/integration', body);
        integration = created.service_integration.service_integration_id;
      },
      // The autoscaler adds disk.
      () => platform.advance(3 * 86_400),
      () => ask(platform, 'PUT', '/service/service-1', { powered: false }),
      () => ask(platform, 'DELETE', `/integration/${integration}`),
      () => ask(platform, 'DELETE', '/service/service-1'),
    ];
    const seen = new Set<string>();
    for (const change of changes) {
      await change();
      const { services, single } = await listed(platform);
      expect(services).toEqual(single);
      seen.add(JSON.stringify(services));
    }
    expect(seen.size).toBe(changes.length);
  });
});
