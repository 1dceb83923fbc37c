import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { defaultTimeouts, undiciExchange } from '../../lib/client/transport/undici-exchange.ts';
import { enableAll } from '../workflow/scenarios.ts';
import { commandsOn } from './command.ts';
import { median } from './measurement.ts';
import { enabled, maximumGb } from './organizations.ts';
import { type Served, serveScenario } from './served-platform.ts';

const projects = 200;
const servicesOfProject = 50;
const connections = 8;
const rounds = 3;

interface Times {
  readonly wallMs: number;
  readonly cpuMs: number;
}

const run = promisify(execFile);

/** Reads and parses an answer of the platform, and closes what it opened for that. */
interface Reader {
  readonly read: (path: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** The HTTP client of a pass. */
const ownReader = ({ url, token }: Served): Reader => {
  const exchange = undiciExchange(url, connections, defaultTimeouts);
  const headers = { authorization: `Bearer ${token}` };
  const signal = new AbortController().signal;
  const read = async (path: string): Promise<unknown> =>
    JSON.parse((await exchange.send({ method: 'GET', path, headers, body: null }, signal)).text);
  return { read, close: exchange.close };
};

/** What a program without an HTTP library does. */
const fetchReader = ({ url, token }: Served): Reader => {
  const headers = { authorization: `Bearer ${token}` };
  return {
    read: async (path) => (await fetch(`${url}${path}`, { headers })).json(),
    close: async () => undefined,
  };
};

/** Downloads and parses what a pass reads, with its number of connections, and does nothing with it. */
const floorOf = async ({ organization }: Served, { read, close }: Reader): Promise<Times> => {
  const began = performance.now();
  const before = process.cpuUsage();
  await read(`/v1/organization/${organization}/projects`);
  const paths = Array.from({ length: projects }, (_, p) => `/v1/project/project-${p}`).flatMap((project) => [
    `${project}/service`,
    `${project}/integration_endpoint`,
    `${project}/alerts`,
  ]);
  const work = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await read(path);
  };
  await Promise.all(Array.from({ length: connections }, work));
  const { user, system } = process.cpuUsage(before);
  const wallMs = performance.now() - began;
  await close();
  return { wallMs, cpuMs: (user + system) / 1000 };
};

const passBy = async (commands: ReturnType<typeof commandsOn>): Promise<Times> => {
  const { wallMs, cpuMs, json } = await commands.run('apply', '--yes');
  const { results } = json as { results: readonly unknown[] };
  if (results.length > 0) throw new Error(`the pass made ${results.length} changes`);
  return { wallMs, cpuMs };
};

const policy = enableAll(maximumGb);

/** What there is to measure, each of it also in a new process. */
const ways = {
  pass: (served: Served, folder: string, name: string) => passBy(commandsOn(served, policy, folder, name)),
  own: (served: Served) => floorOf(served, ownReader(served)),
  fetch: (served: Served) => floorOf(served, fetchReader(served)),
};

interface Elsewhere {
  readonly way: keyof typeof ways;
  readonly served: Served;
  readonly folder: string;
  readonly name: string;
}

const inNewProcess = async (elsewhere: Elsewhere): Promise<Times> =>
  JSON.parse((await run(process.execPath, [process.argv[1] ?? '', JSON.stringify(elsewhere)])).stdout);

const ratios = (
  measure: string,
  taken: readonly Times[],
  floors: readonly Times[],
  unit: string,
  limit: number | null,
) => {
  const over = (by: keyof Times) =>
    median(taken.map((one) => one[by] / median(floors.map((floor) => floor[by])).value));
  const benchmark = 'pass';
  return [
    { benchmark, measure: `processor time of ${measure}`, ...over('cpuMs'), unit, limit },
    { benchmark, measure: `time of ${measure}`, ...over('wallMs'), unit, limit },
  ];
};

const none = () => ({ pass: [] as Times[], own: [] as Times[], fetch: [] as Times[] });

const measure = async () => {
  const served = await serveScenario(enabled(projects, servicesOfProject));
  const commands = commandsOn(served, policy);
  const { folder } = commands;
  const [first, later] = [none(), none()];
  try {
    // They begin the store and warm up. A pass measures up to 400 disks that are due, so a quiet one comes after all are measured.
    await passBy(commands);
    await commands.run('forecast', '--all');
    await ways.own(served);
    await ways.fetch(served);
    for (let round = 0; round < rounds; round += 1) {
      later.pass.push(await passBy(commands));
      for (const way of ['own', 'fetch'] as const) later[way].push(await ways[way](served));
      for (const way of ['pass', 'own', 'fetch'] as const)
        first[way].push(await inNewProcess({ way, served, folder, name: `first-${round}` }));
    }
    const ofFirst = 'the first pass of a process, without changes';
    const ofLater = 'a later pass of the same process, without changes';
    return [
      ...ratios(ofFirst, first.pass, first.own, 'x floor', null),
      ...ratios(ofLater, later.pass, later.own, 'x floor', null),
      ...ratios(ofFirst, first.pass, first.fetch, 'x fetch and parse', 4),
      ...ratios(ofLater, later.pass, later.fetch, 'x fetch and parse', 3),
    ];
  } finally {
    commands.remove();
    await served.stop();
  }
};

const elsewhere = process.argv[2];
const once = ({ way, served, folder, name }: Elsewhere) => ways[way](served, folder, name);
process.stdout.write(JSON.stringify(await (elsewhere === undefined ? measure() : once(JSON.parse(elsewhere)))));
