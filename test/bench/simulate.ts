import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type Benchmark, type Measurement, medians, rounded } from './measurement.ts';
import { writeOrganization } from './simulated-organization.ts';

const root = join(import.meta.dirname, '..', '..');

/** Writes what the process took to descriptor 3 at its end, all threads together. */
const watch = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));
`)}`;

/** Runs the command as people do, in a process of its own. */
const simulateOnce = async (...flags: readonly string[]) => {
  const args = ['--import', watch, join(root, 'bin', 'headroom.cjs'), 'simulate', '--json', ...flags];
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const usage = json(child.stdio[3] as NodeJS.ReadableStream) as Promise<NodeJS.ResourceUsage>;
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`simulate ${flags.join(' ')} ended with ${status}`);
  const { userCPUTime, systemCPUTime, maxRSS } = await usage;
  return {
    wallS: (performance.now() - began) / 1000,
    cpuS: (userCPUTime + systemCPUTime) / 1e6,
    memoryMb: maxRSS / 1024,
  };
};

const examples = ['--policy', 'docs/policies/org-wide.yaml', '--against', 'docs/policies/budget.yaml'];

/** What a simulation took; its limit is in seconds of time where threads share the work, else of processor time. */
const measured = async (
  name: string,
  { limitS, by }: { readonly limitS: number; readonly by: 'processor time' | 'time' },
  ...flags: readonly string[]
): Promise<Measurement[]> => {
  const { wallS, cpuS, memoryMb } = await simulateOnce(...flags);
  const limitOf = (measure: string) => (measure === by ? limitS : null);
  const benchmark = `simulate, ${name}`;
  return [
    { benchmark, measure: 'processor time', value: rounded(cpuS), unit: 's', limit: limitOf('processor time') },
    { benchmark, measure: 'time', value: rounded(wallS), unit: 's', limit: limitOf('time') },
    { benchmark, measure: 'peak memory', value: Math.round(memoryMb), unit: 'MB', limit: 1024 },
  ];
};

/** Simulations of several minutes. */
const long = async (): Promise<Measurement[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  const large = (services: number, file: string): string[] => {
    const { scenario, policy } = writeOrganization(folder, services, file);
    return ['--seeds', '1', '--scenario', scenario, '--policy', policy];
  };
  try {
    return [
      ...(await measured('sample, 20 seeds', { limitS: 100, by: 'time' }, '--seeds', '20', ...examples)),
      ...(await measured('400 services, 90 days', { limitS: 120, by: 'time' }, ...large(400, 'org-wide.yaml'))),
      ...(await measured('400 services, 90 days, budgets', { limitS: 120, by: 'time' }, ...large(400, 'budget.yaml'))),
      ...(await measured(
        '2,000 services, 30 days',
        { limitS: 120, by: 'time' },
        ...large(2000, 'budget.yaml'),
        ...['--days', '30', '--every', '6h'],
      )),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * `headroom simulate` as a command of its own: 90 days with hourly passes under two example policies and without any, one seed
 * on one core and 20 seeds on all cores; 400 services for 90 days, and 2,000 services for 30 days with a pass every 6 hours.
 */
export const simulate: Benchmark = {
  name: 'simulate',
  onlyByName: true,
  measure: async () => {
    const short: (readonly Measurement[])[] = [];
    for (let round = 0; round < 3; round += 1) {
      const limit = { limitS: 10, by: 'processor time' } as const;
      short.push(await measured('sample, 1 seed', limit, '--seeds', '1', '--threads', '1', ...examples));
    }
    return [...medians(short), ...(await long())];
  },
};
