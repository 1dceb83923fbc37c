import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ask } from '../../functions/ask.ts';
import { survey } from '../../functions/survey.ts';
import { type TaskInput, type TaskOutput, tasks } from '../../lib/contract/tasks.ts';
import { bundleFunctions } from '../../lib/infra/functions/bundle.ts';
import { createDirectoryStore } from '../../lib/local/directory-store.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { systemClock } from '../../lib/run/system-clock.ts';
import { functionEnvironment } from './function-environment.ts';
import { programOf } from './in-bundle.ts';
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

/**
 * Heap of each process in MB, with which the task stays below the memory that its function should take, in MB: without a
 * limit Node lets garbage lie, and the peak says nothing. Tasks that hold one project at a time have the memory of their
 * function.
 */
const sizes = {
  discover: { heap: 160, most: tasks.discover.memoryMb },
  survey: { heap: 160, most: tasks.survey.memoryMb },
  plan: { heap: 560, most: 512 },
  report: { heap: 400, most: 512 },
} as const;

/** What a process has beside its heap, in MB: the rest of a function's memory. */
const besideHeapMb = 300;

type Measured = keyof typeof sizes;

interface Taken<N extends Measured> {
  readonly output: TaskOutput<N>;
  readonly seconds: number;
  readonly peakMb: number;
}

const run = promisify(execFile);

/** Runs tasks in processes of their own. */
const tasksAlone =
  (program: string, bundles: string, state: 'on' | 'off') =>
  async <N extends Measured>(
    name: N,
    input: TaskInput<N>,
    store: string,
    heapMb: number = sizes[name].heap,
  ): Promise<Taken<N>> => {
    const bundle = pathToFileURL(join(bundles, name, 'index.mjs')).href;
    const args = [`--max-old-space-size=${heapMb}`, program, name, JSON.stringify(input), store, state, bundle];
    const { stdout } = await run(process.execPath, args, { env: functionEnvironment, maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout);
  };

const runId = 'bench';

/** Takes a run through an organization, each task in a process of its own, where it does not repeat another. */
const passAlone = async (
  folder: string,
  programs: readonly [program: string, bundles: string],
  state: 'on' | 'off',
) => {
  const root = join(folder, state);
  const store = createDirectoryStore(root);
  const ports = { store, platform: alike(state === 'on'), clock: systemClock, bus: { publish: async () => undefined } };
  await store.put(keys.policy, policy);
  const alone = tasksAlone(...programs, state);
  const request = { trigger: { kind: 'schedule', by: 'hourly pass' }, everyMinutes: 60, readOnly: false } as const;
  const discovered = await alone('discover', { runId, request }, root);
  const [first = [], ...others] = discovered.output.projects;
  const surveyed = await alone('survey', { runId, projects: first }, root);
  for (const batch of others) await survey(ports)({ runId, projects: batch });
  const copy = join(folder, `${state} before the plan`);
  cpSync(root, copy, { recursive: true });
  while ((await alone('plan', { runId }, root)).output.verdict === 'ask') {
    await ask(ports)({ runId });
    rmSync(copy, { recursive: true });
    cpSync(root, copy, { recursive: true });
  }
  const timed = await alone('plan', { runId }, copy, tasks.plan.memoryMb - besideHeapMb);
  const planned = await alone('plan', { runId }, root);
  const reported = await alone('report', { runId }, root);
  const objects = readdirSync(root, { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(join(root, name)).size,
  );
  const taken = { discover: discovered, survey: surveyed, plan: planned, report: reported };
  return { taken, planSeconds: timed.seconds, largestMb: Math.max(...objects) / 1024 / 1024 };
};

/**
 * The functions of a run for the largest promised organization: nothing to do, and a first enforcement of everything (scale §6).
 */
export const functionsFiftyThousand = async (): Promise<Measurement[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  const bundles = join(folder, 'bundles');
  try {
    await bundleFunctions(bundles, { sourceMaps: false });
    const programs = [await programOf('task-alone.ts', folder), bundles] as const;
    const measurements: Measurement[] = [];
    for (const [what, state, expected] of [
      ['nothing to do', 'on', ['nothing', 0]],
      ['first enforcement', 'off', ['needs-approval', 2 * services]],
    ] as const) {
      const { taken, planSeconds, largestMb } = await passAlone(folder, programs, state);
      const { changes, verdict } = taken.plan.output;
      if (verdict !== expected[0] || changes !== expected[1])
        throw new Error(`planned ${changes} changes with verdict ${verdict}, not ${expected[1]} with ${expected[0]}`);
      const benchmark = `${services} services in ${stored.projects} projects, ${what}`;
      measurements.push(
        { benchmark, measure: 'processor time of plan', value: Number(planSeconds.toFixed(1)), unit: 's', limit: 15 },
        { benchmark, measure: 'largest object', value: Number(largestMb.toFixed(1)), unit: 'MB', limit: 20 },
        ...(Object.keys(sizes) as Measured[]).map((name) => ({
          benchmark,
          measure: `peak memory of ${name}, whose function has ${tasks[name].memoryMb} MB`,
          value: Math.round(taken[name].peakMb),
          unit: 'MB',
          limit: sizes[name].most,
        })),
      );
    }
    return measurements;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
