import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { enableAll, even } from '../workflow/scenarios.ts';
import { commandsOn } from './command.ts';
import { type Measurement, rounded } from './measurement.ts';
import { maximumGb } from './organizations.ts';
import { type Served, serveScenario } from './served-platform.ts';

const projects = 200;
const servicesPerProject = 50;
const benchmark = `plan, ${projects * servicesPerProject} services in ${projects} projects`;

/** Another client in a process of its own. @returns a function that ends it and gives the time of its slowest answer */
const startProbe = async ({ url, token }: Served): Promise<() => Promise<number>> => {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'probe.ts'), url, token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return async () => {
    child.kill('SIGTERM');
    return Number((await lines.next()).value);
  };
};

/** `headroom plan` without a rate limit, and what the platform feels of it. */
const measure = async (): Promise<Measurement[]> => {
  const served = await serveScenario(even(projects, servicesPerProject));
  const commands = commandsOn(served, enableAll(maximumGb));
  try {
    const endProbe = await startProbe(served);
    const pauses = monitorEventLoopDelay({ resolution: 10 });
    pauses.enable();
    const { wallMs, json } = await commands.run('plan');
    pauses.disable();
    const peakMb = process.resourceUsage().maxRSS / 1024;
    const slowestMs = await endProbe();
    const { enable } = (json as { summary: { enable: number } }).summary;
    if (enable !== projects * servicesPerProject) throw new Error(`planned ${enable} services only`);
    return [
      { benchmark, measure: 'time', value: rounded(wallMs / 1000), unit: 's', limit: 10 },
      { benchmark, measure: 'peak memory of planner', value: rounded(peakMb), unit: 'MB', limit: 1024 },
      { benchmark, measure: 'slowest answer to another client', value: rounded(slowestMs), unit: 'ms', limit: 500 },
      { benchmark, measure: 'longest pause of planner', value: rounded(pauses.max / 1e6), unit: 'ms', limit: 500 },
    ];
  } finally {
    commands.remove();
    await served.stop();
  }
};

process.stdout.write(JSON.stringify(await measure()));
