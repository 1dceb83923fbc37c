import { defaultTimeouts, undiciExchange } from '../../lib/client/transport/undici-exchange.ts';
import { organizationOf, pg } from '../workflow/scenarios.ts';
import { commandsOn } from './command.ts';
import { type Measurement, rounded } from './measurement.ts';
import { maximumGb } from './organizations.ts';
import { type Served, serveScenario } from './served-platform.ts';

const sizes = [10, 100, 1_000];
/** A project for the first round, which warms both ways up. */
const warmUp = 20;

/** Two projects of each size: one for `apply`, one for the same requests without it. */
const scenario = organizationOf(
  [warmUp, ...sizes].flatMap((services) =>
    ['apply', 'bare'].map((use) => ({
      name: `${use}-${services}`,
      services: Array.from({ length: services }, (_, s) => pg(`service-${s}`)),
    })),
  ),
);

/** Creates an endpoint and an integration for each service, one after the other. */
const bareWrites = async ({ url, token }: Served, services: number): Promise<number> => {
  const exchange = undiciExchange(url, 1, defaultTimeouts);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const signal = new AbortController().signal;
  const post = async (path: string, body: object) => {
    const sent = {
      method: 'POST' as const,
      path: `/v1/project/bare-${services}/${path}`,
      headers,
      body: JSON.stringify(body),
    };
    return JSON.parse((await exchange.send(sent, signal)).text);
  };
  const before = process.cpuUsage();
  for (let place = 0; place < services; place += 1) {
    const user_config = { autoscaler: { max_additional_storage: `${maximumGb}` } };
    const name = `headroom-service-${place}`;
    const made = await post('integration_endpoint', {
      endpoint_name: name,
      endpoint_type: 'disk_storage',
      user_config,
    });
    const { endpoint_id } = made.service_integration_endpoint;
    const ends = { source_service: `service-${place}`, dest_endpoint_id: endpoint_id };
    await post('integration', { integration_type: 'autoscaler', ...ends });
  }
  const { user, system } = process.cpuUsage(before);
  await exchange.close();
  return (user + system) / 1000;
};

/** Enables the services of one project only. */
const policyFor = (services: number) => `
version: 1
mode: enforce
rules:
  - { name: one project, match: { project: 'apply-${services}' }, effect: enable, maxAdditionalGb: ${maximumGb} }
guardrails: { maxChanges: 100000, maxChangePercent: 100, maxAddedGb: 100000000, needApproval: [], firstRun: apply }
`;

const measureSize = async (served: Served, services: number): Promise<Measurement> => {
  const commands = commandsOn(served, policyFor(services));
  try {
    const planned = await commands.run('plan');
    const applied = await commands.run('apply', '--yes');
    const { results } = applied.json as { results: readonly { status: string }[] };
    const confirmed = results.filter(({ status }) => status === 'confirmed').length;
    if (confirmed !== 2 * services) throw new Error(`confirmed ${confirmed} of ${2 * services} writes`);
    const bareMs = await bareWrites(served, services);
    const ratio = (applied.cpuMs - planned.cpuMs) / bareMs;
    const measure = `processor time of ${services} services in one project, without planning`;
    return { benchmark: 'apply', measure, value: rounded(ratio), unit: 'x bare requests', limit: 2 };
  } finally {
    commands.remove();
  }
};

const measure = async () => {
  const served = await serveScenario(scenario);
  try {
    await measureSize(served, warmUp);
    const measured: Measurement[] = [];
    for (const size of sizes) measured.push(await measureSize(served, size));
    return measured;
  } finally {
    await served.stop();
  }
};

process.stdout.write(JSON.stringify(await measure()));
