import { describe, expect, it } from 'vitest';
import { answerRead } from '../../../lib/emulator/http/direct.ts';
import { openPlatform } from '../../../lib/emulator/open.ts';
import { operations } from '../../../lib/emulator/operations/all.ts';
import { drawnScenario } from '../../../lib/simulation/organization/organization.ts';

const token = 'direct-token';
const scenario = drawnScenario(3, { projects: 2, services: 6 });
const [first] = scenario.projects;
const time = { nowMs: () => 0, sleep: async () => undefined };
const connection = { address: '127.0.0.1', cut: () => new Response(null, { status: 299 }) };
const opened = () => openPlatform({ scenario, token, seed: 3, time, rateLimit: 1_000 });

const nameFor: Readonly<Record<string, string>> = {
  project: first?.name ?? '',
  service: first?.services?.[0]?.name ?? '',
  organization: String(scenario.organization.id),
};
const pathOf = (path: string) => `/v1${path.replaceAll(/:(\w+)/g, (_, name) => nameFor[name] ?? 'none')}`;

/** Two equal platforms, which are asked the same things in the same order. */
const [plain, whole] = [opened(), opened()];

const applications = async (path: string, headers: Record<string, string>) => {
  const response = await whole.fetch(new Request(`http://127.0.0.1${path}`, { headers }), connection);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers.entries()),
    text: await response.text(),
  };
};

const asked = [
  ...operations.filter(({ method }) => method === 'GET').map(({ path }) => pathOf(path)),
  '/v1/project/none/service',
  '/v1/project/none/nothing',
];

describe('a read in plain data', () => {
  it.each(asked)('%s is answered as the application answers it', async (path) => {
    for (const authorization of [`Bearer ${token}`, 'Bearer wrong', 'Basic x']) {
      const headers = { authorization, 'user-agent': 'a test' };
      const request = { method: 'GET', path, headers, body: null };
      expect(await plain.answer(request, connection)).toEqual(await applications(path, headers));
    }
  });

  it('beyond the rate limit is refused as the application refuses it', async () => {
    const path = pathOf('/project/:project/service');
    const headers = { authorization: `Bearer ${token}` };
    const request = { method: 'GET', path, headers, body: null };
    const [limited, other] = [1, 2].map(() => openPlatform({ scenario, token, seed: 3, time, rateLimit: 0 }));
    const refused = await other?.fetch(new Request(`http://127.0.0.1${path}`, { headers }), connection);
    expect(await limited?.answer(request, connection)).toEqual({
      status: 429,
      headers: Object.fromEntries(refused?.headers.entries() ?? []),
      text: await refused?.text(),
    });
  });

  it('takes the direct way where it can, and the way of the application elsewhere', () => {
    const headers = { authorization: `Bearer ${token}` };
    const { edge } = opened();
    const direct = (method: string, path: string) =>
      answerRead(edge, { method, path, headers, body: null }, '127.0.0.1') !== undefined;
    expect(direct('GET', pathOf('/project/:project/service'))).toBe(true);
    expect(direct('GET', `${pathOf('/project/:project/service')}?include_secrets=true`)).toBe(false);
    expect(direct('DELETE', pathOf('/project/:project/service'))).toBe(false);
    expect(direct('GET', '/v1/no/such/path')).toBe(false);
  });
});
