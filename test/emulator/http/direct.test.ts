import { describe, expect, it } from 'vitest';
import { answerRead, type PlainRequest } from '../../../lib/emulator/http/direct.ts';
import { openPlatform } from '../../../lib/emulator/open.ts';
import { operations } from '../../../lib/emulator/operations/all.ts';
import { readsOnly } from '../../../lib/emulator/operations/operation.ts';
import { drawnScenario } from '../../simulator/organization/organization.ts';

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

const applications = async ({ method, path, headers, body }: PlainRequest) => {
  const request = new Request(`http://127.0.0.1${path}`, { method, headers: { ...headers }, body });
  const response = await whole.fetch(request, connection);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers.entries()),
    text: await response.text(),
  };
};

const bodies = ['{}', '{"period":"day"}', '{"period":"age"}', '{', null];

const asked: readonly Pick<PlainRequest, 'method' | 'path' | 'body'>[] = [
  ...operations
    .filter(readsOnly)
    .flatMap(({ method, path, hasBody }) =>
      (hasBody ? bodies : [null]).map((body) => ({ method, path: pathOf(path), body })),
    ),
  { method: 'GET', path: '/v1/project/none/service', body: null },
  { method: 'GET', path: '/v1/project/none/nothing', body: null },
];

describe('a read in plain data', () => {
  it.each(asked)('$method $path $body is answered as the application answers it', async (question) => {
    for (const authorization of [`Bearer ${token}`, 'Bearer wrong', 'Basic x']) {
      const request = { ...question, headers: { authorization, 'user-agent': 'a test' } };
      expect(await plain.answer(request, connection)).toEqual(await applications(request));
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

  it('whose operation ends is answered by the application, with its headers', () => {
    const { edge } = opened();
    const path = pathOf('/project/:project/service');
    const request = { method: 'GET', path, headers: { authorization: `Bearer ${token}` }, body: null };
    edge.state.behaviour = {
      ...edge.state.behaviour,
      retiring: { ProjectGet: { deprecation: '2026-07-29T00:00:00Z' } },
    };
    expect(answerRead(edge, request, '127.0.0.1')).toBeDefined();
    edge.state.behaviour = {
      ...edge.state.behaviour,
      retiring: { ServiceList: { deprecation: '2026-07-29T00:00:00Z' } },
    };
    expect(answerRead(edge, request, '127.0.0.1')).toBeUndefined();
  });

  it('takes the direct way where it can, and the way of the application elsewhere', () => {
    const headers = { authorization: `Bearer ${token}` };
    const { edge } = opened();
    const direct = (method: string, path: string) =>
      answerRead(edge, { method, path, headers, body: null }, '127.0.0.1') !== undefined;
    expect(direct('GET', pathOf('/project/:project/service'))).toBe(true);
    expect(direct('GET', `${pathOf('/project/:project/service')}?include_secrets=true`)).toBe(false);
    expect(direct('POST', pathOf('/project/:project/service/:service/metrics'))).toBe(true);
    expect(direct('DELETE', pathOf('/project/:project/service'))).toBe(false);
    expect(direct('GET', '/v1/no/such/path')).toBe(false);
  });
});
