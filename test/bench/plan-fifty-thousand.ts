import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { ask } from '../../functions/ask.ts';
import { discover } from '../../functions/discover.ts';
import { survey } from '../../functions/survey.ts';
import { createDirectoryStore } from '../../lib/local/directory-store.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { systemClock } from '../../lib/run/system-clock.ts';
import type { Measurement } from './measurement.ts';
import { alike, stored } from './stored-organization.ts';

const services = stored.projects * stored.servicesOfProject;

/** Every project counts in a budget, and the platform is asked for every price. */
const policy = `
version: 1
mode: enforce
rules:
  - { name: everything, match: { project: '*' }, effect: enable, maxAdditionalGb: 100 }
budgets:
${Array.from({ length: 10 }, (_, digit) => `  - { name: b${digit}, match: { project: 'project-${digit % 5}*${digit}' }, monthly: "9000000.00" }`).join('\n')}
prices: { default: "0.15" }
guardrails: { maxChanges: 1000000, maxChangePercent: 100, maxAddedGb: 100000000, needApproval: [], firstRun: apply }
`;

interface Planned {
  readonly changes: number;
  readonly verdict: string;
  readonly seconds: number;
  readonly peakMb: number;
}

const run = promisify(execFile);

/** The heap of a function with 512 MB; without a limit Node lets garbage lie, and the peak says nothing. */
const heap = ['--max-old-space-size=400'] as const;

/** Stores an organization as surveys leave it, and plans it in a process of its own. */
const planStored = async (folder: string, program: string, state: 'on' | 'off') => {
  const store = createDirectoryStore(join(folder, state));
  const ports = { store, platform: alike(state === 'on'), clock: systemClock, bus: { publish: async () => undefined } };
  await store.put(keys.policy, policy);
  const request = { trigger: { kind: 'schedule', by: 'hourly pass' }, everyMinutes: 60, readOnly: false } as const;
  const { projects } = await discover(ports)({ runId: 'bench', request });
  for (const batch of projects) await survey(ports)({ runId: 'bench', projects: batch });
  const planned = async (): Promise<Planned> =>
    JSON.parse((await run(process.execPath, [...heap, program, join(folder, state), 'bench', state])).stdout);
  const first = await planned();
  if (first.verdict === 'ask') await ask(ports)({ runId: 'bench' });
  const last = first.verdict === 'ask' ? await planned() : first;
  const objects = readdirSync(join(folder, state), { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(join(folder, state, name)).size,
  );
  return { ...last, largestMb: Math.max(...objects) / 1024 / 1024 };
};

/** `plan` alone for the largest promised organization: nothing to do, and a first enforcement of everything (scale §6). */
export const planFiftyThousand = async (): Promise<Measurement[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  const program = join(folder, 'plan-alone.mjs');
  try {
    await build({
      entryPoints: [join(import.meta.dirname, 'plan-alone.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    const measurements: Measurement[] = [];
    for (const [what, state, expected] of [
      ['nothing to do', 'on', ['nothing', 0]],
      ['first enforcement', 'off', ['needs-approval', 2 * services]],
    ] as const) {
      const { changes, verdict, seconds, peakMb, largestMb } = await planStored(folder, program, state);
      if (verdict !== expected[0] || changes !== expected[1])
        throw new Error(`planned ${changes} changes with verdict ${verdict}, not ${expected[1]} with ${expected[0]}`);
      const benchmark = `plan alone, ${services} services in ${stored.projects} projects, ${what}`;
      measurements.push(
        { benchmark, measure: 'processor time', value: Number(seconds.toFixed(1)), unit: 's', limit: 15 },
        { benchmark, measure: 'peak memory', value: Math.round(peakMb), unit: 'MB', limit: 512 },
        { benchmark, measure: 'largest object', value: Number(largestMb.toFixed(1)), unit: 'MB', limit: 20 },
      );
    }
    return measurements;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
