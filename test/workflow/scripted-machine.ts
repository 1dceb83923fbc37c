import type { MachineOptions } from '../../lib/workflow/execution.ts';
import { runMachine } from '../../lib/workflow/interpreter.ts';
import { drawsOf } from '../simulator/engine/random.ts';
import { createTime } from '../simulator/engine/time.ts';

export type Tasks = Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
export type Script = Readonly<Record<string, readonly (string | object)[]>>;

interface Given {
  readonly projects?: number;
  readonly project?: number;
  readonly phase?: string;
  readonly failure?: { readonly Error: string };
}

const failing = (name: string) => Object.assign(new Error(`why ${name}`), { name });

/** Tasks that answer, or fail, as the script says: its last entry goes on for ever. Every call is noted. */
export const scripted = (script: Script) => {
  const calls: string[] = [];
  const made: Record<string, number> = {};
  const tasks: Tasks = Object.fromEntries(
    Object.entries(script).map(([task, entries]) => [
      task,
      async (input) => {
        const place = made[task] ?? 0;
        made[task] = place + 1;
        const entry = entries[Math.min(place, entries.length - 1)];
        const { projects, project, phase, failure } = input as Given;
        calls.push([task, projects ?? project, phase, failure?.Error].filter((part) => part !== undefined).join(' '));
        if (typeof entry === 'string') throw failing(entry);
        return entry;
      },
    ]),
  );
  return { calls, tasks };
};

/** Runs a definition on simulated time to its end. */
export const lived = async (
  definition: Parameters<typeof runMachine>[0],
  tasks: Tasks,
  more: Partial<MachineOptions> = {},
) => {
  const time = createTime(0);
  const input = { trigger: { kind: 'manual', by: 'a test' } };
  const invoke = (task: string, given: unknown) => tasks[task]?.(given) ?? Promise.reject(new Error(task));
  const options = { time, random: drawsOf(1, 'jitter').fraction, name: 'r', invoke, ...more };
  const ended = await time.until(
    runMachine(definition, input, options).then(
      (output) => ({ output }),
      (error: unknown) => ({ error: error as Error }),
    ),
  );
  return { ...ended, seconds: time.now() / 1000 };
};

export const planned = { runId: 'r', verdict: 'apply', digest: '', changes: 1, release: [0], grant: [0, 1] };
export const discovered = { runId: 'r', projects: [0, 1, 2], order: 'survey' };
export const done = { runId: 'r', outcome: 'applied', Error: '', Cause: '' };
export const failed = { runId: 'r', outcome: 'failed', Error: 'Broken', Cause: 'why' };
export const again = { at: '1970-01-01T00:00:01.000Z' };
export const usual: Script = {
  discover: [discovered],
  survey: [{}],
  plan: [planned],
  ask: [{}],
  apply: [{}],
  report: [done],
};
