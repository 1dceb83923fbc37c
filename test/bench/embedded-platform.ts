import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { defaultTimeouts, undiciExchange } from '../../lib/client/transport/undici-exchange.ts';
import { openPlatform } from '../../lib/platform/index.ts';
import { even } from '../workflow/scenarios.ts';
import { type Benchmark, type Measurement, median, medians, rounded } from './measurement.ts';
import { enabled } from './organizations.ts';
import { type Served, serveBytes, serveScenario } from './served-platform.ts';

const connections = 8;
const rounds = 5;
const requests = 1_000;
const path = '/v1/project/project-0/service';
const signal = new AbortController().signal;

/** Requests a second of a server, with as many at a time as there are connections. */
const clientOf = ({ url }: Pick<Served, 'url'>, token: string) => {
  const exchange = undiciExchange(url, connections, defaultTimeouts);
  const headers = { authorization: `Bearer ${token}` };
  const ask = () => exchange.send({ method: 'GET', path, headers, body: null }, signal);
  const perSecond = async (count: number): Promise<number> => {
    let left = count;
    const began = performance.now();
    const work = async () => {
      while (left > 0) {
        left -= 1;
        const { status } = await ask();
        if (status !== 200) throw new Error(`answered ${status}`);
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    return (count / (performance.now() - began)) * 1000;
  };
  return { ask, perSecond, close: exchange.close };
};

/** Lists 50 services again and again from the embedded platform, and the same bytes from a bare server, in turns. */
const requestRate = async (): Promise<Measurement> => {
  const platform = await serveScenario(even(20, 50));
  const client = clientOf(platform, platform.token);
  const bare = await serveBytes((await client.ask()).text);
  const bareClient = clientOf(bare, platform.token);
  try {
    const ratios: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const own = await client.perSecond(requests);
      const floor = await bareClient.perSecond(requests);
      // The first round warms both up.
      if (round > 0) ratios.push(own / floor);
    }
    const measure = 'requests a second, listing 50 services';
    return {
      benchmark: 'embedded-platform',
      measure,
      ...median(ratios),
      unit: 'x bare server',
      limit: 0.4,
      atLeast: true,
    };
  } finally {
    await Promise.all([client.close(), bareClient.close()]);
    await Promise.all([platform.stop(), bare.stop()]);
  }
};

/** Disks that grow in every evaluation: evaluations a second of processor time, and memory of the state. */
const evaluations = async (): Promise<Measurement[]> => {
  const [projects, servicesOfProject, hours] = [200, 500, 1];
  setFlagsFromString('--expose_gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heapMb = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1024 / 1024;
  };
  const beforeMb = heapMb();
  const platform = openPlatform({
    scenario: enabled(projects, servicesOfProject, { usedGb: 60, growth: { gbPerDay: 40 } }),
    token: 'token',
    speed: 0,
  });
  const grownMb = heapMb() - beforeMb;
  const { user } = process.cpuUsage();
  await platform.advance(hours * 3600);
  const seconds = (process.cpuUsage().user - user) / 1e6;
  platform.close();
  const services = projects * servicesOfProject;
  const perSecond = (services * hours * 120) / seconds;
  const benchmark = 'embedded-platform';
  return [
    {
      benchmark,
      measure: 'evaluations of growing disks',
      value: rounded(perSecond / 1e6),
      unit: 'million a second',
      limit: null,
    },
    { benchmark, measure: 'memory of 100,000 services', value: rounded(grownMb), unit: 'MB', limit: null },
  ];
};

/**
 * The embedded platform lists 50 services of a project again and again; a bare Node.js server sends the same bytes. Both are
 * processes of their own, asked by the same client with 8 connections, in turns. The ratio says how far the platform is from a
 * server that does nothing. Evaluations are those of the autoscaler, every 30 s of virtual time.
 */
export const embeddedPlatform: Benchmark = {
  name: 'embedded-platform',
  measure: async () => {
    const evaluated: (readonly Measurement[])[] = [];
    for (let round = 0; round < 3; round += 1) evaluated.push(await evaluations());
    return [await requestRate(), ...medians(evaluated)];
  },
};
