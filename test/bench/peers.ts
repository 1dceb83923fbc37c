import { callsPerProject } from '../../lib/core/inventory/readings.ts';
import { type OpenedPlatform, openPlatform } from '../../lib/platform/index.ts';
import type { OutsideTime } from '../../lib/platform/open.ts';
import { type Benchmark, type Measurement, median, rounded } from './measurement.ts';
import { enabled } from './organizations.ts';

/** One request of a pattern: method, path below /v1, and body. */
type Sent = readonly [method: 'GET' | 'PUT', path: string, body?: object];

/** Names and ids that a tool with a state of its own knows before it asks. */
interface Known {
  readonly organization: string;
  readonly projects: readonly string[];
  readonly services: readonly { readonly project: string; readonly name: string }[];
  readonly endpoints: readonly { readonly project: string; readonly id: string }[];
  readonly integrations: readonly { readonly project: string; readonly id: string }[];
}

/** Requests with which each tool learns whether anything differs from what it wants. */
const patterns: Readonly<Record<string, (known: Known) => Sent[]>> = {
  // One resource each for a service, its endpoint and its integration; the tags of a service are a request of their own.
  'Terraform refresh': ({ services, endpoints, integrations }) => [
    ...services.flatMap(({ project, name }): Sent[] => [
      ['GET', `/project/${project}/service/${name}`],
      ['GET', `/project/${project}/service/${name}/tags`],
    ]),
    ...endpoints.map(({ project, id }): Sent => ['GET', `/project/${project}/integration_endpoint/${id}`]),
    ...integrations.map(({ project, id }): Sent => ['GET', `/project/${project}/integration/${id}`]),
  ],
  // One custom resource each for a service, its endpoint and its integration, read one by one in each resync.
  "operator's resync": ({ services, endpoints, integrations }) => [
    ...services.map(({ project, name }): Sent => ['GET', `/project/${project}/service/${name}`]),
    ...endpoints.map(({ project, id }): Sent => ['GET', `/project/${project}/integration_endpoint/${id}`]),
    ...integrations.map(({ project, id }): Sent => ['GET', `/project/${project}/integration/${id}`]),
  ],
  // A shell script: lists, and then the integrations of each service.
  'loop over the command line': ({ organization, projects, services }) => [
    ['GET', `/organization/${organization}/projects`],
    ...projects.map((project): Sent => ['GET', `/project/${project}/service`]),
    ...services.map(({ project, name }): Sent => ['GET', `/project/${project}/service/${name}/integration`]),
  ],
  Headroom: ({ organization, projects }) => [
    ['GET', `/organization/${organization}/projects`],
    ...projects.flatMap((project): Sent[] => [
      ['GET', `/project/${project}/service`],
      ['GET', `/project/${project}/integration_endpoint`],
    ]),
  ],
};

const rounds = 3;
const sizes = [
  { projects: 4, services: 100 },
  { projects: 20, services: 1_000 },
  { projects: 200, services: 10_000 },
];

const headers = { authorization: 'Bearer bench-token', 'content-type': 'application/json' };

const opened = (size: { projects: number; services: number }, more: { rateLimit?: number; time?: OutsideTime } = {}) =>
  openPlatform({
    scenario: enabled(size.projects, size.services / size.projects),
    token: 'bench-token',
    speed: 0,
    ...more,
  });

const knownOf = ({ edge: { state }, organization }: OpenedPlatform): Known => {
  const projects = [...state.projects.values()];
  return {
    organization,
    projects: projects.map(({ name }) => name),
    services: projects.flatMap(({ name: project, services }) =>
      [...services.keys()].map((name) => ({ project, name })),
    ),
    endpoints: projects.flatMap(({ name: project, endpoints }) => [...endpoints.keys()].map((id) => ({ project, id }))),
    integrations: projects.flatMap(({ name: project, integrations }) =>
      [...integrations.keys()].map((id) => ({ project, id })),
    ),
  };
};

const send = async (platform: OpenedPlatform, [method, path, body]: Sent) => {
  const text = body === undefined ? null : JSON.stringify(body);
  const answer = await platform.answer({ method, path: `/v1${path}`, headers, body: text }, '127.0.0.1');
  if (answer === undefined) throw new Error(`${method} ${path} got no answer`);
  return answer;
};

/** Sends the requests, parses the answers, and waits as long as a 429 says. */
const replay = async (platform: OpenedPlatform, sent: readonly Sent[], wait: (seconds: number) => void) => {
  let bytes = 0;
  for (const request of sent) {
    let answer = await send(platform, request);
    while (answer.status === 429) {
      wait(Number(answer.headers['retry-after']));
      answer = await send(platform, request);
    }
    if (answer.status !== 200) throw new Error(`${request.join(' ')} answered ${answer.status}: ${answer.text}`);
    bytes += Buffer.byteLength(answer.text);
    JSON.parse(answer.text);
  }
  return bytes;
};

const unlimited = () => {
  throw new Error('there is no rate limit');
};

/** The pattern at 100 calls a minute, on a clock that jumps: minutes from the first request to the last answer. */
const limitedMinutes = async (size: { projects: number; services: number }, pattern: (known: Known) => Sent[]) => {
  let nowMs = 0;
  const time = { nowMs: () => nowMs, sleep: async () => undefined };
  const platform = opened(size, { rateLimit: 100, time });
  await replay(platform, pattern(knownOf(platform)), (seconds) => {
    nowMs += Math.max(1, seconds) * 1000;
  });
  return nowMs / 60_000;
};

const measureSize = async (size: { projects: number; services: number }): Promise<Measurement[]> => {
  const measurements: Measurement[] = [];
  for (const [tool, pattern] of Object.entries(patterns)) {
    const sent = pattern(knownOf(opened(size)));
    let bytes = 0;
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const platform = opened(size);
      const { user } = process.cpuUsage();
      bytes = await replay(platform, sent, unlimited);
      times.push((process.cpuUsage().user - user) / 1000);
    }
    const minutes = await limitedMinutes(size, pattern);
    const benchmark = `peers: ${tool}, ${size.services} services`;
    measurements.push(
      { benchmark, measure: 'calls', value: sent.length, unit: 'calls', limit: null },
      { benchmark, measure: 'bytes', value: rounded(bytes / 1e6), unit: 'MB', limit: null },
      { benchmark, measure: 'at 100 calls a minute', value: rounded(minutes), unit: 'min', limit: null },
      {
        benchmark,
        measure: 'processor time without a limit, platform included',
        ...median(times),
        unit: 'ms',
        limit: null,
      },
    );
  }
  return measurements;
};

/** Calls of two common tasks, by how each tool does them; each tool first learns how things are. */
const tasks = ({ projects, services }: { projects: number; services: number }): Measurement[] => {
  const learn: Readonly<Record<string, number>> = {
    'Terraform refresh': services * 4,
    "operator's resync": 0,
    'loop over the command line': 1 + projects + services,
    Headroom: 1 + callsPerProject * projects,
  };
  // An event names the project, so Headroom reads that project only, with its alerts, and its two lists once more to confirm.
  const enableOne: Readonly<Record<string, number>> = {
    'Terraform refresh': services * 4 + 2,
    // Both new resources: looked for, created, and read until they are ready.
    "operator's resync": 6,
    'loop over the command line': 1 + projects + services + 2,
    Headroom: 1 + callsPerProject + 2 + 2,
  };
  return Object.entries(learn).flatMap(([tool, reads]) => [
    {
      benchmark: `peers: ${tool}, ${services} services`,
      measure: 'calls to enable one new service',
      value: enableOne[tool] ?? 0,
      unit: 'calls',
      limit: null,
    },
    {
      benchmark: `peers: ${tool}, ${services} services`,
      measure: 'calls to change all maximums',
      // Terraform and the operator read each endpoint once more after its update; Headroom reads each project once more.
      value:
        reads + services + (tool === 'Headroom' ? 2 * projects : tool === 'loop over the command line' ? 0 : services),
      unit: 'calls',
      limit: null,
    },
  ]);
};

/**
 * How other tools would ask the same platform, replayed against the embedded one on the same organization: every request is
 * sent and its answer parsed. A Terraform refresh and an operator read resource by resource; a loop over a command line lists
 * projects and services and then asks for the integrations of each service; Headroom lists the services, with their
 * integrations, and the endpoints of each project. The patterns are those of resource-by-resource clients in general, not
 * measurements of particular releases. The minutes are those of the rate limit, on a clock that jumps over the waits. The last
 * two rows of each tool are counted from the pattern: what it reads before, the writes, and what it reads after.
 */
export const peers: Benchmark = {
  name: 'peers',
  measure: async () => {
    const measured: Measurement[] = [];
    for (const size of sizes) measured.push(...(await measureSize(size)), ...tasks(size));
    return measured;
  },
};
