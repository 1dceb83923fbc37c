import { defaultTimeouts, undiciExchange } from '../../lib/client/transport/undici-exchange.ts';
import { enableAll, organizationOf, pg } from '../workflow/scenarios.ts';
import { commandsOn } from './command.ts';
import { type Measurement, median } from './measurement.ts';
import { maximumGb } from './organizations.ts';
import { type Served, serveScenario } from './served-platform.ts';

/** Services of a project, and the rounds of writing to so many: the fewer there are, the more the rounds differ. */
const sizes = [
  [10, 5],
  [100, 3],
  [1_000, 3],
] as const;
const warmUp = [20, 1] as const;
const numbers = (rounds: number) => Array.from({ length: rounds }, (_, round) => round);

/** Three projects of each size for each round: one for `apply`, one for each way to send the same requests without it. */
const scenario = organizationOf(
  [warmUp, ...sizes].flatMap(([services, rounds]) =>
    numbers(rounds).flatMap((round) =>
      ['apply', 'bare', 'fetch'].map((use) => ({
        name: `${use}-${services}-${round}`,
        services: Array.from({ length: services }, (_, s) => pg(`service-${s}`)),
      })),
    ),
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

/** Processor time of the writes of `apply`, as a ratio to each way to send the same requests without it. */
interface Ratios {
  readonly bare: number;
  readonly fetch: number;
}

const writeOnce = async (
  served: Served,
  commands: ReturnType<typeof commandsOn>,
  services: number,
  round: number,
): Promise<Ratios> => {
  const project = ['--project', `apply-${services}-${round}`];
  // A plan reads only what is known of the disks, and `apply` measures those that are due.
  await commands.run('forecast', '--all', ...project);
  const planned = await commands.run('plan', ...project);
  const applied = await commands.run('apply', '--yes', ...project);
  const { results } = applied.json as { results: readonly { status: string }[] };
  const confirmed = results.filter(({ status }) => status === 'confirmed').length;
  if (confirmed !== 2 * services) throw new Error(`confirmed ${confirmed} of ${2 * services} writes`);
  const writingMs = applied.cpuMs - planned.cpuMs;
  const bareMs = await bareWrites(ownWriter(served), `bare-${services}-${round}`, services);
  const fetchMs = await bareWrites(fetchWriter(served), `fetch-${services}-${round}`, services);
  return { bare: writingMs / bareMs, fetch: writingMs / fetchMs };
};

const measure = async (): Promise<Measurement[]> => {
  const served = await serveScenario(scenario);
  // Removed after all rounds: for half a minute, ext4 looks at every removed file again when it makes a new one.
  const used: ReturnType<typeof commandsOn>[] = [];
  const once = async (services: number, round: number) => {
    const commands = commandsOn(served, enableAll(maximumGb));
    used.push(commands);
    return writeOnce(served, commands, services, round);
  };
  try {
    await once(warmUp[0], 0);
    const measured: Measurement[] = [];
    for (const [services, rounds] of sizes) {
      const ratios: Ratios[] = [];
      for (const round of numbers(rounds)) ratios.push(await once(services, round));
      const measure = `processor time of ${services} services in one project, without planning`;
      const of = (way: keyof Ratios) => median(ratios.map((each) => each[way]));
      measured.push(
        { benchmark: 'apply', measure, ...of('bare'), unit: 'x bare requests', limit: 2 },
        { benchmark: 'apply', measure, ...of('fetch'), unit: 'x fetch and parse', limit: 2 },
      );
    }
    return measured;
  } finally {
    for (const commands of used) commands.remove();
    await served.stop();
  }
};

process.stdout.write(JSON.stringify(await measure()));
