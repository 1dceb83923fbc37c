import { dailyPass } from '../../../lib/contract/run-request.ts';
import { definitionText } from '../../../lib/workflow/definitions.ts';
import type { Billing } from '../../../lib/workflow/execution.ts';
import { runMachine } from '../../../lib/workflow/interpreter.ts';
import type { Machine } from '../../../lib/workflow/states.ts';
import type { Faults } from '../engine/faults.ts';
import type { Draws } from '../engine/random.ts';
import type { SimulatedTime } from '../engine/time.ts';
import type { Sizes } from '../laws/sizes.ts';
import { runIdOf } from '../sparing/lived-passes.ts';
import type { Functions } from './functions.ts';
import type { Meter } from './meter.ts';

/** An execution that has ended, as Step Functions shows it. */
export interface Ended {
  readonly runId: string;
  readonly trigger: 'hourly' | 'daily' | 'event';
  readonly begunMs: number;
  readonly endedMs: number;
  /** Null for one that succeeded. */
  readonly error: string | null;
  /** Outcome that its output says; null for an execution without one, such as that of a heartbeat. */
  readonly outcome: string | null;
  /** Whether a fault struck while it was at work. */
  readonly isDisturbed: boolean;
}

export interface Executions {
  readonly start: (trigger: Ended['trigger'], input: unknown) => void;
  /** Executions that have not ended. */
  readonly atWork: () => number;
}

interface ExecutionsOptions {
  readonly time: SimulatedTime;
  readonly draws: Draws;
  readonly faults: Faults;
  readonly functions: Functions;
  readonly meter: Meter;
  /** Platform calls a minute. */
  readonly callsPerMinute: number;
  readonly sizes: Sizes;
  readonly onEnd: (ended: Ended) => void;
}

const outcomeOf = (output: unknown): string | null =>
  typeof output === 'object' && output !== null && 'outcome' in output ? String(output.outcome) : null;

/** What starts an execution, by the name of its schedule. */
export const triggerOf = (input: { readonly trigger?: { readonly by: string } }): Ended['trigger'] =>
  input.trigger?.by === dailyPass ? 'daily' : 'hourly';

/** Executions of the workflow: any number at one time, as their starters wish. One that fails is reported by a rule. */
export const createExecutions = (options: ExecutionsOptions): Executions => {
  const { time, draws, faults, functions, meter, sizes, callsPerMinute, onEnd } = options;
  const billing: Billing = {
    transition: meter.transition,
    payload: (length) => {
      meter.payload(length);
      sizes.note('payload', length);
    },
    history: (events) => sizes.note('history', events),
  };
  const machine: Machine = JSON.parse(definitionText('reconcile', callsPerMinute));
  let started = 0;
  let atWork = 0;

  const run = async (runId: string, trigger: Ended['trigger'], input: unknown): Promise<void> => {
    const begunMs = time.now();
    const faultsBefore = faults.total();
    const invoke = (task: string, given: unknown) => functions.call(task as Parameters<Functions['call']>[0], given);
    const ended = await runMachine(machine, input, { time, random: draws.fraction, name: runId, invoke, billing }).then(
      (output) => ({ error: null, outcome: outcomeOf(output) }),
      (error: unknown) => ({ error: error instanceof Error ? error.name : String(error), outcome: null }),
    );
    atWork -= 1;
    if (ended.error !== null) {
      const status = ended.error === 'States.Timeout' ? 'TIMED_OUT' : 'FAILED';
      const failure = { Error: status, Cause: `the execution ended as ${status} without a report` };
      functions.send('report', { runId, failure, unlessReported: true });
    }
    const isDisturbed = faults.total() > faultsBefore;
    onEnd({ runId, trigger, begunMs, endedMs: time.now(), isDisturbed, ...ended });
  };

  return {
    atWork: () => atWork,
    start: (trigger, input) => {
      started += 1;
      atWork += 1;
      const runId = runIdOf(started);
      void run(runId, trigger, input);
    },
  };
};
