import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { alteringProxy } from '../cli/commands/hostile-proxy.ts';
import { runOnce } from './filled-store.ts';
import { connect, operatorToken, startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

/** Of another kind than any member that Headroom reads, or none at all; texts and sizes would be other services and disks. */
const oddValues = [undefined, null, true, [], {}, [null], { odd: 1 }] as const;

/** One record of an answer, and the path whose answers have it. */
interface Place {
  readonly what: string;
  readonly path: RegExp;
  readonly recordIn: (answer: never) => Record<string, unknown> | undefined;
}

type Listed = Readonly<Record<string, readonly Record<string, unknown>[]>>;

const places: readonly Place[] = [
  { what: 'service', path: /project-0\/service$/, recordIn: ({ services }: Listed) => services?.[0] },
  {
    what: 'integration',
    path: /project-0\/service$/,
    recordIn: ({ services }: Listed) =>
      (services?.[0]?.service_integrations as Record<string, unknown>[] | undefined)?.[0],
  },
  {
    what: 'foreign endpoint',
    path: /project-0\/integration_endpoint$/,
    recordIn: ({ service_integration_endpoints: endpoints }: Listed) =>
      endpoints?.find(({ endpoint_type: type }) => type === 'datadog'),
  },
  {
    what: 'endpoint',
    path: /project-0\/integration_endpoint$/,
    recordIn: ({ service_integration_endpoints: endpoints }: Listed) =>
      endpoints?.find(({ endpoint_type: type }) => type !== 'datadog'),
  },
];

/** An organization in which one service has an autoscaler, one another integration, and all others are to get one. */
const organization = async () => {
  const headroom = await startHeadroom(even(2, 3), policy('enforce'));
  const { ports, platform } = headroom;
  const send = (path: string, body: object) =>
    fetch(`${platform.url}/v1/project/project-0/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(async (answer) => JSON.parse(await answer.text()));
  const ops = await send('integration_endpoint', {
    endpoint_name: 'ops',
    endpoint_type: 'datadog',
    user_config: { site: 'datadoghq.eu' },
  });
  await send('integration', {
    integration_type: 'datadog',
    source_service: 'service-0',
    dest_endpoint_id: ops.service_integration_endpoint.endpoint_id,
  });
  const own = await ports.platform.createEndpoint('project-0', 'headroom-service-1', { kind: 'additional', gb: 200 });
  await ports.platform.createIntegration('project-0', 'service-1', own.id);
  return headroom;
};

const budget = "budgets: [{ name: all, match: { project: '*' }, monthly: '9000.00' }]\n";
const policy = (mode: string) => enableAll(200, budget).replace('mode: enforce', `mode: ${mode}`);

/** What a run decides of each service, by its changes; one without any is as it should be. */
const decided = ({ plan }: ReportObject): ReadonlyMap<string, string> =>
  new Map(
    (plan?.decisions ?? []).map(({ project, service, effect, maxAdditionalGb }) => {
      const changes = plan?.changes.filter((change) => change.project === project && change.service === service) ?? [];
      return [`${project}/${service}`, JSON.stringify([effect, maxAdditionalGb, changes.map(({ kind }) => kind)])];
    }),
  );

it('an odd member of a record costs no more than its own service, and never without a finding', async () => {
  const { ports, platform } = await organization();
  let bend: { readonly place: Place; readonly member: string; readonly value: unknown } | undefined;
  const members = new Map<string, Set<string>>(places.map(({ what }) => [what, new Set()]));
  const url = await alteringProxy(platform.url, {
    answer: (text, path) => {
      const answer = JSON.parse(text);
      for (const place of places.filter((one) => one.path.test(path))) {
        const record = place.recordIn(answer as never);
        if (record === undefined) throw new Error(`there is no ${place.what} at ${path}`);
        for (const member of Object.keys(record)) members.get(place.what)?.add(member);
        if (bend?.place === place) record[bend.member] = bend.value;
      }
      return JSON.stringify(answer);
    },
  });
  const client = connect(url, platform.organization, operatorToken, {});
  const look = async () => {
    const store = createMemoryStore();
    await store.put(keys.policy, policy('observe'));
    return runOnce({ ...ports, platform: client, store }, 'run-1');
  };
  const plain = await look();
  const expected = decided(plain);
  expect(expected.size).toBe(6);
  const cases = places.flatMap((place) =>
    [...(members.get(place.what) ?? [])].flatMap((member) => oddValues.map((value) => ({ place, member, value }))),
  );
  expect(cases.length).toBeGreaterThan(200);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...cases), async (one) => {
      bend = one;
      const report = await look();
      bend = undefined;
      const now = decided(report);
      const lost = [...expected].filter(([service, decision]) => now.get(service) !== decision);
      const said = new Set(plain.plan?.findings.map(({ message }) => message));
      const news = (report.plan?.findings ?? []).filter(({ message }) => !said.has(message));
      expect([report.unread, lost.length > 1]).toEqual([[], false]);
      // A change says it as well, such as that of a maximum that cannot be read.
      const changed = new Set(report.plan?.changes.map(({ project, service }) => `${project}/${service}`));
      if (lost.some(([service]) => !changed.has(service))) expect(news).not.toEqual([]);
    }),
    { numRuns: 30 },
  );
  await client.close();
});
