import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
// What the command loads on demand is loaded before it is measured: start-up has a benchmark of its own.
import '../../lib/cli/commands/plan.ts';
import '../../lib/cli/session/session.ts';
import { runProgram } from '../../lib/cli/program.ts';
import { enableAll, even } from '../workflow/scenarios.ts';
import type { Measurement } from './measurement.ts';

const projects = 200;
const servicesPerProject = 50;
const root = join(import.meta.dirname, '..', '..');

const servePlatform = async (
  scenario: string,
): Promise<{ child: ChildProcess; url: string; token: string; organization: string }> => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'bin/headroom.ts'), 'platform', '--scenario', scenario],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line.split(' ').at(-1) ?? '');
    if (said.length === 3) break;
  }
  const [url = '', file = '', organization = ''] = said;
  return { child, url, token: readFileSync(file, 'utf8').trim(), organization };
};

/** Another client in a process of its own. @returns a function that ends it and gives the time of its slowest answer */
const startProbe = async (url: string, token: string): Promise<() => Promise<number>> => {
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

/** `headroom plan` for 10,000 services in 200 projects, without a rate limit, and what the platform feels of it. */
export const planLargeOrganization = async (): Promise<Measurement[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  const scenario = join(folder, 'scenario.json');
  const policy = join(folder, 'policy.yaml');
  writeFileSync(scenario, JSON.stringify(even(projects, servicesPerProject)));
  writeFileSync(policy, enableAll(200));
  const { child, url, token, organization } = await servePlatform(scenario);
  const endProbe = await startProbe(url, token);
  const pauses = monitorEventLoopDelay({ resolution: 10 });
  pauses.enable();
  const out = new PassThrough();
  const text: Buffer[] = [];
  out.on('data', (chunk: Buffer) => text.push(chunk));
  const began = performance.now();
  await runProgram(['plan', '--json', '--policy', policy, '--calls-per-minute', 'off'], {
    in: new PassThrough(),
    out,
    err: new PassThrough().resume(),
    colour: false,
    environment: {
      HEADROOM_BASE_URL: url,
      HEADROOM_TOKEN: token,
      HEADROOM_ORGANIZATION: organization,
      HEADROOM_STORE: join(folder, 'store'),
    },
    signal: new AbortController().signal,
    newRunId: () => 'bench',
  });
  const seconds = (performance.now() - began) / 1000;
  pauses.disable();
  const slowestMs = await endProbe();
  child.kill();
  rmSync(folder, { recursive: true, force: true });
  const { summary } = JSON.parse(Buffer.concat(text).toString('utf8'));
  if (summary.enable !== projects * servicesPerProject) throw new Error(`planned ${summary.enable} services only`);
  const benchmark = `plan, ${projects * servicesPerProject} services in ${projects} projects`;
  const peakMb = process.resourceUsage().maxRSS / 1024;
  return [
    { benchmark, measure: 'time', value: Number(seconds.toFixed(2)), unit: 's', limit: 10 },
    { benchmark, measure: 'peak memory of planner', value: Math.round(peakMb), unit: 'MB', limit: 1024 },
    { benchmark, measure: 'slowest answer to another client', value: Math.round(slowestMs), unit: 'ms', limit: 500 },
    { benchmark, measure: 'longest pause of planner', value: Math.round(pauses.max / 1e6), unit: 'ms', limit: 500 },
  ];
};
