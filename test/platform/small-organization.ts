import { afterEach } from 'vitest';
import type { Scenario } from '../../lib/platform/scenario/scenario.ts';
import { type ServedPlatform, type ServeOptions, servePlatform } from '../../lib/platform/server.ts';

type ScenarioService = NonNullable<Scenario['projects'][number]['services']>[number];

export const token = 'token-of-the-operator';

export const pg = (name: string, more: Partial<ScenarioService> = {}): ScenarioService => ({
  name,
  type: 'pg',
  plan: 'startup-4',
  cloud: 'cloud-a',
  ...more,
});

/** Two projects and few services; plans of 100 GB that may grow to 500. */
export const smallScenario = (services: ScenarioService[] = [pg('orders')]): Scenario => ({
  organization: { id: 'orgtest', name: 'Test' },
  startTime: '2026-03-02T08:00:00Z',
  clouds: { 'cloud-a': 'Cloud A', 'cloud-b': 'Cloud B, without dynamic sizing' },
  plans: [
    { type: 'pg', name: 'startup-4', diskGb: 100, capGb: 500, stepGb: 10 },
    { type: 'pg', name: 'business-8', nodeCount: 2, diskGb: 200, capGb: 900, stepGb: 20 },
    { type: 'pg', name: 'hobbyist', diskGb: 8, dynamicSizing: false },
    { type: 'engine', name: 'startup-4', diskGb: 100, capGb: 500, stepGb: 10 },
    { type: 'cassandra', name: 'startup-4', diskGb: 100, capGb: 500, stepGb: 10 },
  ],
  prices: [
    { type: 'pg', plan: 'startup-4', cloud: 'cloud-a', base: '0.15', additionalGb: '0.000205' },
    { type: 'pg', plan: 'business-8', cloud: 'cloud-a', base: '0.60', additionalGb: '0.000411' },
    { type: 'pg', plan: 'startup-4', cloud: 'cloud-b', base: '0.10' },
    { type: 'engine', plan: 'startup-4', cloud: 'cloud-a', base: '0.19', additionalGb: '0.000205' },
    { type: 'cassandra', plan: 'startup-4', cloud: 'cloud-a', base: '0.46', additionalGb: '0.000205' },
  ],
  projects: [
    { name: 'shop', tags: { env: 'prod' }, services },
    { name: 'other', endpoints: [{ name: 'elsewhere', maxAdditionalGb: 10 }] },
  ],
  tokens: [
    { name: 'reader', token: 'token-of-the-reader', roles: { shop: 'read_only' } },
    { name: 'guest', token: 'token-of-the-guest', roles: { other: 'operator' } },
    { name: 'late', token: 'token-that-expires', expires: '2026-03-02T09:00:00Z', roles: { '*': 'operator' } },
  ],
});

const open: ServedPlatform[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((platform) => platform.close()));
});

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

/** A platform that stands still, on any free port, closed after the test; and a way to call it. */
export const served = async (
  options: Partial<ServeOptions> = {},
): Promise<{ platform: ServedPlatform; send: Send }> => {
  const platform = await servePlatform({ scenario: smallScenario(), token, speed: 0, control: true, ...options });
  open.push(platform);
  const send: Send = async (method, path, body, headers = {}) => {
    const response = await fetch(`${platform.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { platform, send };
};

export const endpointBody = (name: string, gb: string) => ({
  endpoint_name: name,
  endpoint_type: 'disk_storage',
  user_config: { autoscaler: { max_additional_storage: gb } },
});

/** Enables the autoscaler the documented way (spec.md §4.1). */
export const enable = async (send: Send, service: string, gb: string) => {
  const endpoint = await send('POST', '/v1/project/shop/integration_endpoint', endpointBody(`for-${service}`, gb));
  const endpointId: string = endpoint.body.service_integration_endpoint.endpoint_id;
  const integration = await send('POST', '/v1/project/shop/integration', {
    integration_type: 'autoscaler',
    source_project: 'shop',
    source_service: service,
    dest_endpoint_id: endpointId,
  });
  const integrationId: string = integration.body.service_integration?.service_integration_id;
  return { endpointId, integrationId, integration };
};
