import { defaultTimeouts, undiciExchange } from '../../lib/client/transport/undici-exchange.ts';
import { organizationOf, pg } from '../workflow/scenarios.ts';
import { commandsOn } from './command.ts';
import { type Measurement, rounded } from './measurement.ts';
import { maximumGb } from './organizations.ts';
import { type Served, serveScenario } from './served-platform.ts';

const sizes = [10, 100, 1_000];
/** A project for the first round, which warms both ways up. */
const warmUp = 20;

/** Three projects of each size: one for `apply`, one for each way to send the same requests without it. */
const scenario = organizationOf(
  [warmUp, ...sizes].flatMap((services) =>
    ['apply', 'bare', 'fetch'].map((use) => ({
      name: `${use}-${services}`,
      services: Array.from({ length: services }, (_, s) => pg(`service-${s}`)),
    })),
  ),
);

/** Posts a body and parses the answer, and closes what it opened for that. */
interface Writer {
  readonly post: (path: string, body: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const headersOf = ({ token }: Served) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

/** The HTTP client of `apply`. */
const ownWriter = (served: Served): Writer => {
  const exchange = undiciExchange(served.url, 1, defaultTimeouts);
  const headers = headersOf(served);
  const signal = new AbortController().signal;
  return {
    post: async (path, body) => JSON.parse((await exchange.send({ method: 'POST', path, headers, body }, signal)).text),
    close: exchange.close,
  };
};

/** What a program without an HTTP library does. */
const fetchWriter = (served: Served): Writer => {
  const headers = headersOf(served);
  return {
    post: async (path, body) => (await fetch(`${served.url}${path}`, { method: 'POST', headers, body })).json(),
    close: async () => undefined,
  };
};

/** Creates an endpoint and an integration for each service, one after the other. */
const bareWrites = async ({ post, close }: Writer, project: string, services: number): Promise<number> => {
  const create = (path: string, body: object) => post(`/v1/project/${project}/${path}`, JSON.stringify(body));
  const before = process.cpuUsage();
  for (let place = 0; place < services; place += 1) {
    const user_config = { autoscaler: { max_additional_storage: `${maximumGb}` } };
    const endpoint = { endpoint_name: `headroom-service-${place}`, endpoint_type: 'disk_storage', user_config };
    const made = (await create('integration_endpoint', endpoint)) as {
      service_integration_endpoint: { endpoint_id: string };
    };
    const { endpoint_id } = made.service_integration_endpoint;
    const ends = { source_service: `service-${place}`, dest_endpoint_id: endpoint_id };
    await create('integration', { integration_type: 'autoscaler', ...ends });
  }
  const { user, system } = process.cpuUsage(before);
  await close();
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

const measureSize = async (served: Served, services: number): Promise<Measurement[]> => {
  const commands = commandsOn(served, policyFor(services));
  try {
    const planned = await commands.run('plan');
    const applied = await commands.run('apply', '--yes');
    const { results } = applied.json as { results: readonly { status: string }[] };
    const confirmed = results.filter(({ status }) => status === 'confirmed').length;
    if (confirmed !== 2 * services) throw new Error(`confirmed ${confirmed} of ${2 * services} writes`);
    const bareMs = await bareWrites(ownWriter(served), `bare-${services}`, services);
    const fetchMs = await bareWrites(fetchWriter(served), `fetch-${services}`, services);
    const writingMs = applied.cpuMs - planned.cpuMs;
    const measure = `processor time of ${services} services in one project, without planning`;
    return [
      { benchmark: 'apply', measure, value: rounded(writingMs / bareMs), unit: 'x bare requests', limit: 2 },
      { benchmark: 'apply', measure, value: rounded(writingMs / fetchMs), unit: 'x fetch and parse', limit: 2 },
    ];
  } finally {
    commands.remove();
  }
};

const measure = async () => {
  const served = await serveScenario(scenario);
  try {
    await measureSize(served, warmUp);
    const measured: Measurement[] = [];
    for (const size of sizes) measured.push(...(await measureSize(served, size)));
    return measured;
  } finally {
    await served.stop();
  }
};

process.stdout.write(JSON.stringify(await measure()));
