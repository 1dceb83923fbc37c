// Node.js 20 lacks Promise.withResolvers, which the interpreter uses.
import 'core-js/actual/promise/with-resolvers';
import { StateMachine, type StateMachineDefinition } from 'aws-local-stepfunctions';
import { RunInterrupted } from '../contract/errors.ts';
import type { Machine } from '../workflow/states.ts';

type Handler = (input: unknown) => Promise<unknown>;
type Handlers = Readonly<Record<string, Handler>>;

/**
 * A step of a run, for showing progress: a state was entered, left or failed, inside a map with the item's number; or an
 * item of the map `state` has come to its end.
 */
export interface Progress {
  readonly kind: 'entered' | 'left' | 'failed' | 'retried' | 'item-done';
  readonly state: string;
  readonly item: number | undefined;
  readonly input: unknown;
}

export interface WorkflowOptions {
  readonly runId: string;
  readonly handlers: Handlers;
  /** Milliseconds instead of the definition's seconds, by name of the Wait state. */
  readonly waits?: Readonly<Record<string, number>>;
  /** Milliseconds between tries instead of the definition's, by name of the state. */
  readonly retries?: Readonly<Record<string, number>>;
  /** Projects in progress at one time instead of the definition's number. */
  readonly projectsAtOnce?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Errors that no Retry repeats in this process; a Catch still takes them. */
  readonly isFinal?: (error: unknown) => boolean;
  /** Errors that end the run at once, past every Catch. */
  readonly endsRun?: (error: unknown, task: string, input: unknown) => boolean;
  /** Once it is aborted, the run ends as soon as no task is at work, so that it waits for no further try. */
  readonly signal?: AbortSignal;
}

/** An error that the interpreter's Retry leaves alone; name and message are those of the error itself. */
class FinalError extends Error {
  readonly isRetryable = false;
  constructor(error: unknown) {
    super(error instanceof Error ? error.message : String(error), { cause: error });
    this.name = error instanceof Error ? error.name : 'Error';
  }
}

const placeholder = /^\$\{([a-z-]+)\}$/;

/** Task name by state name, at every depth. */
export const taskOfState = ({ States }: Machine): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(States).map(([state, { Resource, ItemProcessor }]) => {
      const task = Resource && placeholder.exec(Resource)?.[1];
      return { ...(task ? { [state]: task } : {}), ...(ItemProcessor ? taskOfState(ItemProcessor) : {}) };
    }),
  );

const kinds = {
  StateEntered: 'entered',
  StateExited: 'left',
  StateFailed: 'failed',
  StateRetried: 'retried',
} as const;

/** Longest wait of a timer of Node.js, in whole seconds. */
const forEverSeconds = Math.floor((2 ** 31 - 1) / 1000);

/**
 * The machine of a definition, without its time-outs: a Lambda ends at its own, but a slow task in this process would continue
 * beside its second attempt. It does not validate the definition: that takes ten times as long as a small run, and
 * test/architecture/definition.test.ts validates each definition once.
 */
export const machineOf = (definition: Machine, projectsAtOnce?: number): StateMachine => {
  const values: Readonly<Record<string, unknown>> = { TimeoutSeconds: forEverSeconds, MaxConcurrency: projectsAtOnce };
  const local: StateMachineDefinition = JSON.parse(JSON.stringify(definition, (key, value) => values[key] ?? value));
  return new StateMachine(local, { validationOptions: { noValidate: true } });
};

/** The tasks at work in one run, and the error that ended it before its last state. */
class Attendance {
  readonly atWork = new Set<Promise<unknown>>();
  ended: { readonly error: unknown } | undefined;
  private readonly options: WorkflowOptions;
  private readonly abort: () => void;

  constructor(options: WorkflowOptions, abort: () => void) {
    this.options = options;
    this.abort = abort;
  }

  private end(error: unknown): void {
    this.ended ??= { error };
    this.abort();
  }

  /** After the interpreter has begun whatever is next: a run of which no task is at work then is one that waits. */
  readonly checkIdle = (): void => {
    setImmediate(() => {
      if (!this.options.signal?.aborted || this.atWork.size > 0) return;
      this.end(new RunInterrupted('The run was interrupted while it waited for the next attempt.'));
    });
  };

  async attend(task: string, handler: Handler, input: unknown): Promise<unknown> {
    if (this.ended !== undefined) throw this.ended.error;
    const { endsRun, isFinal, signal } = this.options;
    const work = handler(input);
    this.atWork.add(work);
    try {
      // The interpreter takes and gives JSON, as Step Functions does.
      return JSON.parse(JSON.stringify(await work));
    } catch (error) {
      if (endsRun?.(error, task, input)) this.end(error);
      throw isFinal?.(error) ? new FinalError(error) : error;
    } finally {
      this.atWork.delete(work);
      if (signal?.aborted) this.checkIdle();
    }
  }
}

/**
 * Runs the definition that AWS runs, in this process.
 * @throws what ended the run before its last state, once every task has come to its end; what the interpreter says of an
 * execution that fails
 */
export const runWorkflow = async (definition: Machine, input: unknown, options: WorkflowOptions): Promise<unknown> => {
  const { runId, handlers, waits, retries, signal } = options;
  const attendance = new Attendance(options, () => execution.abort());
  const bound = Object.entries(taskOfState(definition)).map(([state, task]) => {
    const handler = handlers[task];
    if (handler === undefined) throw new Error(`state ${state} names the task ${task}, which does not exist`);
    return [state, (given: unknown) => attendance.attend(task, handler, given)];
  });
  const execution = machineOf(definition, options.projectsAtOnce).run(JSON.parse(JSON.stringify(input)), {
    context: { Execution: { Name: runId } },
    overrides: {
      taskResourceLocalHandlers: Object.fromEntries(bound),
      waitTimeOverrides: { ...waits },
      retryIntervalOverrides: { ...retries },
    },
  });
  signal?.addEventListener('abort', attendance.checkIdle, { once: true });
  const watching = (async () => {
    for await (const event of execution.eventLogs) {
      if (event.type === 'MapIterationSucceeded') {
        const { parentState, index } = event;
        options.onProgress?.({ kind: 'item-done', state: parentState.name, item: index, input: undefined });
      }
      const kind = kinds[event.type as keyof typeof kinds];
      if (kind === undefined || !('state' in event)) continue;
      options.onProgress?.({ kind, state: event.state.name, item: event.index, input: event.state.input });
    }
  })();
  try {
    return await execution.result;
  } catch (error) {
    if (attendance.ended === undefined) throw error;
    await Promise.allSettled(attendance.atWork);
    throw attendance.ended.error;
  } finally {
    signal?.removeEventListener('abort', attendance.checkIdle);
    await watching;
  }
};
