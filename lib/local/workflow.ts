// Node.js 20 lacks Promise.withResolvers, which the interpreter uses.
import 'core-js/actual/promise/with-resolvers';
import { StateMachine, type StateMachineDefinition } from 'aws-local-stepfunctions';
import type { Machine } from '../workflow/states.ts';

type Handler = (input: unknown) => Promise<unknown>;
type Handlers = Readonly<Record<string, Handler>>;

/** A step of a run, for showing progress: a state was entered, left or failed; inside a map with the item's number. */
export interface Progress {
  readonly kind: 'entered' | 'left' | 'failed' | 'retried';
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
  readonly onProgress?: (progress: Progress) => void;
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

const bind = (definition: Machine, handlers: Handlers) =>
  Object.fromEntries(
    Object.entries(taskOfState(definition)).map(([state, task]) => {
      const handler = handlers[task];
      if (handler === undefined) throw new Error(`state ${state} names the task ${task}, which does not exist`);
      // The interpreter takes and gives JSON, as Step Functions does.
      return [state, async (input: unknown) => JSON.parse(JSON.stringify(await handler(input)))];
    }),
  );

/**
 * The machine of a definition. It does not validate the definition: that takes ten times as long as a small run, and
 * test/architecture/definition.test.ts validates each definition once.
 */
export const machineOf = (definition: Machine): StateMachine =>
  new StateMachine(definition as unknown as StateMachineDefinition, { validationOptions: { noValidate: true } });

/** Runs the definition that AWS runs, in this process. Rejects when the execution fails. */
export const runWorkflow = async (definition: Machine, input: unknown, options: WorkflowOptions): Promise<unknown> => {
  const execution = machineOf(definition).run(JSON.parse(JSON.stringify(input)), {
    context: { Execution: { Name: options.runId } },
    overrides: {
      taskResourceLocalHandlers: bind(definition, options.handlers),
      waitTimeOverrides: { ...options.waits },
      retryIntervalOverrides: { ...options.retries },
    },
  });
  const watching = (async () => {
    for await (const event of execution.eventLogs) {
      const kind = kinds[event.type as keyof typeof kinds];
      if (kind === undefined || !('state' in event)) continue;
      options.onProgress?.({ kind, state: event.state.name, item: event.index, input: event.state.input });
    }
  })();
  try {
    return await execution.result;
  } finally {
    await watching;
  }
};
