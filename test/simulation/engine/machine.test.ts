import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../../../lib/local/workflow.ts';
import { runMachine } from '../../../lib/simulation/engine/machine.ts';
import { drawsOf } from '../../../lib/simulation/engine/random.ts';
import type { Machine } from '../../../lib/simulation/engine/state-language.ts';
import { createTime } from '../../../lib/simulation/engine/time.ts';
import { definitions } from '../../../lib/workflow/definitions.ts';

const definition = definitions.reconcile;
const deployed: Machine = JSON.parse(JSON.stringify(definition));
const noWaits = Object.fromEntries(
  [
    'Discover',
    'Survey',
    'NoteUnread',
    'NoteReleaseFailed',
    'NoteGrantFailed',
    'Plan',
    'ApplyRelease',
    'ApplyGrant',
  ].map((state) => [state, 0]),
);

type Tasks = Record<string, (input: unknown) => Promise<unknown>>;
type Script = Readonly<Record<string, readonly (string | object)[]>>;

/** Tasks that answer, or fail, as the script says: its last entry goes on for ever. Every call is noted. */
const scripted = (script: Script) => {
  const calls: string[] = [];
  const made: Record<string, number> = {};
  const tasks: Tasks = Object.fromEntries(
    Object.entries(script).map(([task, entries]) => [
      task,
      async (input) => {
        const place = made[task] ?? 0;
        made[task] = place + 1;
        const entry = entries[Math.min(place, entries.length - 1)];
        const { failure, ...shown } = input as { failure?: { Error: string } };
        calls.push(`${task} ${JSON.stringify(shown)} ${failure?.Error ?? ''}`);
        if (typeof entry === 'string') throw Object.assign(new Error(entry), { name: entry });
        return entry;
      },
    ]),
  );
  return { calls, tasks };
};

const planned = { runId: 'r', verdict: 'apply', digest: '', changes: 1, release: [0], grant: [0, 1] };
const discovered = { runId: 'r', projects: [0, 1, 2], order: 'survey' };
const done = { runId: 'r', outcome: 'applied', Error: '', Cause: '' };
const failed = { runId: 'r', outcome: 'failed', Error: 'Broken', Cause: 'why' };
/** A moment that is past, so that the interpreter of one machine waits for nothing. */
const again = { at: '1970-01-01T00:00:01.000Z' };
const usual: Script = { discover: [discovered], survey: [{}], plan: [planned], ask: [{}], apply: [{}], report: [done] };

const scripts: readonly (readonly [string, Script])[] = [
  ['everything goes well', usual],
  ['a task is unavailable twice', { ...usual, plan: ['StoreUnavailable', 'PlatformThrottled', planned] }],
  ['a task never comes back', { ...usual, plan: ['PlatformUnavailable'], report: [failed] }],
  ['an error that is not retried', { ...usual, discover: ['PolicyInvalid'], report: [failed] }],
  ['one project cannot be read', { ...usual, survey: [{}, 'PlatformForbidden', {}] }],
  ['one project cannot be changed', { ...usual, apply: ['PlatformRefused', {}] }],
  [
    'the plan asks first, and asking takes more than one call',
    { ...usual, plan: [{ ...planned, verdict: 'ask', order: 'survey' }, planned], ask: [{ again }, {}] },
  ],
  ['a survey takes more than one call', { ...usual, survey: [{ again }, {}] }],
  ['there is nothing to do', { ...usual, plan: [{ ...planned, verdict: 'nothing', release: [], grant: [] }] }],
  ['only a heartbeat came', { ...usual, discover: [{ ...discovered, onlyHeartbeat: true, projects: [] }] }],
  ['the report fails', { ...usual, report: ['StoreConflict', 'StoreConflict', done] }],
];

const manual = { trigger: { kind: 'manual', by: 'a test' } };
const settled = (work: Promise<unknown>) =>
  work.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );

describe('the simulated machine', () => {
  it.each(scripts)('makes the calls of the interpreter where %s', async (_, script) => {
    const [interpreted, simulated] = [scripted(script), scripted(script)];
    const local = await settled(
      runWorkflow(definition, manual, {
        runId: 'r',
        handlers: interpreted.tasks,
        retries: { ...noWaits, Report: 0, ReportFailure: 0 },
      }),
    );
    const time = createTime(0);
    const invoke = (task: string, input: unknown) => simulated.tasks[task]?.(input) ?? Promise.reject(new Error(task));
    const options = { time, draws: drawsOf(1, 'jitter'), name: 'r', invoke };
    const ended = await time.until(settled(runMachine(deployed, manual, options)));
    expect(simulated.calls).toEqual(interpreted.calls);
    expect(ended === 'succeeded').toBe(local === 'succeeded');
  });

  it('gives up on a task that takes longer than its state may', async () => {
    const time = createTime(0);
    const { tasks, calls } = scripted({ ...usual, report: [failed] });
    const hanging: Tasks = { ...tasks, plan: () => new Promise(() => undefined) };
    const invoke = (task: string, input: unknown) => hanging[task]?.(input) ?? Promise.reject(new Error(task));
    const options = { time, draws: drawsOf(1, 'jitter'), name: 'r', invoke };
    await time.until(settled(runMachine(deployed, manual, options)));
    expect(calls.at(-1)).toContain('States.Timeout');
    expect(time.now()).toBeGreaterThan(840_000);
  });
});
