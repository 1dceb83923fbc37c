import { describe, expect, it } from 'vitest';
import type { TaskName } from '../../../../lib/contract/task-contract.ts';
import { createExecutions, type Ended } from '../../../simulator/deployed/executions.ts';
import type { Functions } from '../../../simulator/deployed/functions.ts';
import { createMeter } from '../../../simulator/deployed/meter.ts';
import { createFaults } from '../../../simulator/engine/faults.ts';
import { drawsOf } from '../../../simulator/engine/random.ts';
import { createTime } from '../../../simulator/engine/time.ts';
import { createSizes } from '../../../simulator/laws/sizes.ts';

type Task = (input: { readonly runId: string }) => Promise<unknown>;
type Tasks = Readonly<Partial<Record<TaskName, Task>>>;

const planned = { runId: 'r', verdict: 'nothing', digest: '', changes: 0, release: [], grant: [] };
const named = (name: string) => Object.assign(new Error(name), { name });

const executionsOf = (tasks: (time: ReturnType<typeof createTime>) => Tasks) => {
  const time = createTime(0);
  const sent: (readonly [TaskName, unknown])[] = [];
  const ended: Ended[] = [];
  const made: Tasks = {
    discover: async ({ runId }) => ({ runId, order: 'survey', projects: [0, 1, 2] }),
    survey: async () => ({ services: 1, endpoints: 0 }),
    plan: async () => planned,
    report: async ({ runId }) => ({ runId, outcome: 'nothing', Error: '', Cause: '' }),
    ...tasks(time),
  };
  const functions: Functions = {
    counts: { coldStarts: 0, timedOut: 0, throttled: 0, dead: 0 },
    call: (task, input) => made[task]?.(input as { runId: string }) ?? Promise.reject(named('NoSuchTask')),
    send: (task, input) => void sent.push([task, input]),
  };
  const meter = createMeter();
  const executions = createExecutions({
    time,
    draws: drawsOf(1, 'retries'),
    faults: createFaults(1, () => 0, {}),
    functions,
    meter,
    sizes: createSizes(),
    callsPerMinute: 100,
    onEnd: (one) => void ended.push(one),
  });
  return { time, executions, ended, sent, meter };
};

const request = { trigger: { kind: 'schedule', by: 'hourly pass' } };
const dayMs = 86_400_000;

describe('an execution', () => {
  it('ends with the outcome that its output says, and is billed by states and children', async () => {
    const { time, executions, ended, meter } = executionsOf(() => ({}));
    executions.start('hourly', request);
    await time.runTo(dayMs);
    expect(ended).toMatchObject([{ runId: 'run-000001', error: null, outcome: 'nothing' }]);
    // Trigger, Request, Discover, Woken, SurveyProjects, Plan, Verdict, Report and Done; three children, each
    // with its start, Survey, SurveyAnswer and SurveyDone.
    expect(meter.used().transitions).toBe(21);
    expect(executions.atWork()).toBe(0);
  });

  it('overlaps another one, and waits for the lease as long as its definition says before it fails', async () => {
    let holder: string | undefined;
    const grant = Array.from({ length: 24 }, (_, project) => project);
    const { time, executions, ended, sent } = executionsOf((clock) => ({
      plan: async ({ runId }) => {
        if (holder !== undefined && holder !== runId) throw named('LeaseHeld');
        holder = runId;
        return { ...planned, runId, verdict: 'apply', grant };
      },
      apply: async () => {
        await clock.sleep(800_000);
        return {};
      },
      report: async ({ runId }) => ({
        runId,
        outcome: holder === runId ? 'nothing' : 'failed',
        Error: 'LeaseHeld',
        Cause: '',
      }),
    }));
    executions.start('hourly', request);
    executions.start('event', [{ 'detail-type': 'PolicyChanged', detail: {} }]);
    await time.runTo(dayMs);
    const [waited, whole] = ended;
    expect(whole).toMatchObject({ trigger: 'hourly', error: null });
    expect(waited).toMatchObject({ trigger: 'event', error: 'LeaseHeld', outcome: null });
    // One minute for tags, and 120 tries with waits of 116 minutes together; the other one applies for 160 minutes.
    expect((waited?.endedMs ?? 0) / 60_000).toBeCloseTo(117, 0);
    expect(sent).toMatchObject([['report', { runId: 'run-000002', unlessReported: true }]]);
  });

  it('ends at the time-out of the workflow and goes no further', async () => {
    let reported = 0;
    const { time, executions, ended, sent } = executionsOf((clock) => ({
      survey: async () => {
        await clock.sleep(60_000);
        return {};
      },
      discover: async ({ runId }) => ({ runId, order: 'survey', projects: Array.from({ length: 1_000 }, (_, n) => n) }),
      report: async ({ runId }) => {
        reported += 1;
        return { runId, outcome: 'nothing', Error: '', Cause: '' };
      },
    }));
    executions.start('hourly', request);
    await time.runTo(2 * dayMs);
    expect(ended).toMatchObject([{ error: 'States.Timeout', endedMs: 21_600_000 }]);
    expect(sent).toMatchObject([['report', { failure: { Error: 'TIMED_OUT' } }]]);
    expect(reported).toBe(0);
  });
});
