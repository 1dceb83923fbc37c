import { RunInterrupted } from '../contract/errors.ts';
import { systemClock, systemSleep } from '../run/system-clock.ts';
import type { MachineOptions } from '../workflow/execution.ts';
import { runMachine } from '../workflow/interpreter.ts';
import { taskOfState } from '../workflow/state-language.ts';
import type { Machine } from '../workflow/states.ts';

type Handler = (input: unknown) => Promise<unknown>;

export interface WorkflowOptions
  extends Pick<MachineOptions, 'waits' | 'retries' | 'itemsAtOnce' | 'onProgress' | 'isFinal'> {
  readonly runId: string;
  readonly handlers: Readonly<Record<string, Handler>>;
  /** Errors that end the run at once, past every Catch. */
  readonly endsRun?: (error: unknown, task: string, input: unknown) => boolean;
  /** Once it is aborted, the run ends as soon as no task is at work, so that it waits for no further try. */
  readonly signal?: AbortSignal;
}

/**
 * The time of this process, which has no time-outs: a Lambda ends at its own, but a slow task here would continue beside its
 * second attempt.
 */
const time: MachineOptions['time'] = {
  ...systemClock,
  sleep: async (ms, signal) => {
    if (ms > 0) await systemSleep(ms, signal);
  },
};

/** @throws Error for a state whose task has no handler */
const checkHandlers = (definition: Machine, handlers: WorkflowOptions['handlers']): void => {
  for (const [state, task] of Object.entries(taskOfState(definition))) {
    if (handlers[task] === undefined) throw new Error(`state ${state} names the task ${task}, which does not exist`);
  }
};

/**
 * Runs the definition that AWS runs, in this process. It does not validate the definition:
 * test/architecture/definition.test.ts validates each definition once.
 * @throws what ended the run before its last state, once every task has come to its end; the error with which the
 * execution fails
 */
export const runWorkflow = async (definition: Machine, input: unknown, options: WorkflowOptions): Promise<unknown> => {
  const { runId, handlers, endsRun, signal, ...others } = options;
  checkHandlers(definition, handlers);
  const atWork = new Set<Promise<unknown>>();
  const ending = new AbortController();
  /** After the next state has begun: a run of which no task is at work then is one that waits. */
  const checkIdle = (): void => {
    setImmediate(() => {
      if (!signal?.aborted || atWork.size > 0) return;
      ending.abort(new RunInterrupted('The run was interrupted while it waited for the next attempt.'));
    });
  };
  const invoke = async (task: string, given: unknown): Promise<unknown> => {
    const work = (handlers[task] as Handler)(given);
    atWork.add(work);
    try {
      return await work;
    } catch (error) {
      if (endsRun?.(error, task, given)) ending.abort(error);
      throw error;
    } finally {
      atWork.delete(work);
      if (signal?.aborted) checkIdle();
    }
  };
  signal?.addEventListener('abort', checkIdle, { once: true });
  try {
    const { random } = Math;
    return await runMachine(definition, input, { ...others, time, random, name: runId, invoke, signal: ending.signal });
  } finally {
    signal?.removeEventListener('abort', checkIdle);
    await Promise.allSettled(atWork);
  }
};
