import { defaultTimeouts, undiciExchange } from '../../lib/client/transport/undici-exchange.ts';
import { enableAll } from '../workflow/scenarios.ts';
import { commandsOn } from './command.ts';
import { median } from './measurement.ts';
import { enabled, maximumGb } from './organizations.ts';
import { type Served, serveScenario } from './served-platform.ts';

const projects = 200;
const servicesOfProject = 50;
const connections = 8;
const rounds = 5;

/** Downloads and parses what a pass reads, with its number of connections, and does nothing with it. */
const floorOf = async ({ url, token, organization }: Served): Promise<{ wallMs: number; cpuMs: number }> => {
  const exchange = undiciExchange(url, connections, defaultTimeouts);
  const headers = { authorization: `Bearer ${token}` };
  const signal = new AbortController().signal;
  const read = async (path: string): Promise<unknown> =>
    JSON.parse((await exchange.send({ method: 'GET', path, headers, body: null }, signal)).text);
  const began = performance.now();
  const before = process.cpuUsage();
  await read(`/v1/organization/${organization}/projects`);
  const paths = Array.from({ length: projects }, (_, p) => `/v1/project/project-${p}`).flatMap((project) => [
    `${project}/service`,
    `${project}/integration_endpoint`,
  ]);
  const work = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await read(path);
  };
  await Promise.all(Array.from({ length: connections }, work));
  const { user, system } = process.cpuUsage(before);
  const wallMs = performance.now() - began;
  await exchange.close();
  return { wallMs, cpuMs: (user + system) / 1000 };
};

const measure = async () => {
  const served = await serveScenario(enabled(projects, servicesOfProject));
  const commands = commandsOn(served, enableAll(maximumGb));
  try {
    const cpu: number[] = [];
    const wall: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const { wallMs, cpuMs, json } = await commands.run('apply', '--yes');
      const { results } = json as { results: readonly unknown[] };
      if (results.length > 0) throw new Error(`the pass made ${results.length} changes`);
      const floor = await floorOf(served);
      // The first round warms up, and its pass begins the store.
      if (round === 0) continue;
      cpu.push(cpuMs / floor.cpuMs);
      wall.push(wallMs / floor.wallMs);
    }
    const benchmark = 'pass';
    const unit = 'x floor';
    return [
      { benchmark, measure: 'processor time of a pass without changes', ...median(cpu), unit, limit: 2 },
      { benchmark, measure: 'time of a pass without changes', ...median(wall), unit, limit: 2 },
    ];
  } finally {
    commands.remove();
    await served.stop();
  }
};

process.stdout.write(JSON.stringify(await measure()));
