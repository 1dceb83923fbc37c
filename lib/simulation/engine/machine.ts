import type { Draws } from './random.ts';
import {
  chosen,
  failureOf,
  filled,
  type Machine,
  matches,
  type Retrier,
  type State,
  valueAt,
  withResult,
} from './state-language.ts';
import type { SimulatedTime } from './time.ts';

/**
 * Carries out a state machine definition on simulated time, with what Step Functions adds to it: retries with their
 * waits and jitter, time-outs, catches, and Map states with their concurrency. The interpreter that runs the definition on
 * one machine (lib/local/workflow.ts) waits in real time and has no time-outs, so it cannot be used here; a test holds both
 * to the same results.
 */
interface MachineOptions {
  readonly time: SimulatedTime;
  /** Draws the jitter of retries. */
  readonly draws: Draws;
  /** Name of the execution, which runs are called by. */
  readonly name: string;
  /** Calls a task. The machine stops waiting after the state's time-out, whatever the task does. */
  readonly invoke: (task: string, input: unknown) => Promise<unknown>;
  /** Present: executions end at their own time-outs too, and what Step Functions bills is counted. */
  readonly billing?: Billing;
}

/** What Step Functions bills. */
export interface Billing {
  /** A state was entered or tried again, or a child was started. */
  readonly transition: () => void;
  /** An execution has ended with so many events in its history. */
  readonly history: (events: number) => void;
  /** A task was called or has answered with so many characters of JSON. */
  readonly payload: (length: number) => void;
}

interface Scope {
  readonly options: MachineOptions;
  readonly context: unknown;
  /** Whether the execution has passed its time-out: it begins no other state. */
  readonly isOver: () => boolean;
  /** Adds events to the history of the execution. */
  readonly record: (events: number) => void;
}

/** Events of a state beside its own work, of a try of a task, of a map run, and of the start and end of an execution. */
const eventsOf = { state: 2, try: 3, mapRun: 2, execution: 2 } as const;

const json = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/** What a task gets or gives, as it passes between states. */
const passed = ({ billing }: MachineOptions, value: unknown): unknown => {
  const text = JSON.stringify(value);
  if (text === undefined) return undefined;
  billing?.payload(text.length);
  return JSON.parse(text);
};

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

const withTimeout = async <T>({ time }: MachineOptions, seconds: number | undefined, work: Promise<T>): Promise<T> => {
  if (seconds === undefined) return work;
  let isAtWork = true;
  const ended = work.finally(() => {
    isAtWork = false;
  });
  return new Promise<T>((resolve, reject) => {
    ended.then(resolve, reject);
    // Nearly every state has ended by then, and an error that nothing gets costs more than the state itself.
    time.at(time.now() + seconds * 1000, () => {
      if (isAtWork) reject(named('States.Timeout', 'the state took too long'));
    });
  });
};

const callTask = async ({ options, context, record }: Scope, state: State, input: unknown): Promise<unknown> => {
  const task = /^\$\{([a-z-]+)\}$/.exec(state.Resource ?? '')?.[1];
  if (task === undefined) throw new Error(`${state.Resource} is no task`);
  record(eventsOf.try);
  const payload = state.Parameters === undefined ? input : filled(state.Parameters, input, context);
  const invoked = options.invoke(task, passed(options, payload));
  return passed(options, await withTimeout(options, state.TimeoutSeconds, invoked));
};

/** Runs an execution until its time-out, after which it goes no further. */
const limited = async (scope: Scope, machine: Machine, input: unknown, seconds: number | undefined) => {
  if (scope.options.billing === undefined || seconds === undefined) return execute(scope, machine, input);
  let isOver = false;
  const within = { ...scope, isOver: () => isOver || scope.isOver() };
  try {
    return await withTimeout(scope.options, seconds, execute(within, machine, input));
  } finally {
    isOver = true;
  }
};

/** Does the work of an execution that has a history of its own. */
const withHistory = async <T>(scope: Omit<Scope, 'record'>, work: (scope: Scope) => Promise<T>): Promise<T> => {
  let history: number = eventsOf.execution;
  const record = (events: number) => {
    history += events;
  };
  try {
    return await work({ ...scope, record });
  } finally {
    scope.options.billing?.history(history);
  }
};

/** Runs one item of a map as an execution of its own. */
const runChild = async (scope: Scope, processor: Machine, input: unknown): Promise<void> => {
  const { billing } = scope.options;
  billing?.transition();
  await withHistory(scope, (child) => execute(child, processor, input));
};

const mapItems = async (scope: Scope, state: State, input: unknown): Promise<unknown> => {
  const items = valueAt(state.ItemsPath ?? '$', input, scope.context) as readonly unknown[];
  const processor = state.ItemProcessor as Machine;
  scope.record(eventsOf.mapRun);
  let next = 0;
  let failed = 0;
  const work = async () => {
    for (let place = next++; place < items.length; place = next++) {
      const context = { ...(scope.context as object), Map: { Item: { Index: place, Value: items[place] } } };
      const item = state.ItemSelector === undefined ? items[place] : filled(state.ItemSelector, input, context);
      await runChild({ ...scope, context }, processor, json(item)).catch(() => {
        failed += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(state.MaxConcurrency || items.length, items.length) }, work));
  if (failed * 100 > items.length * (state.ToleratedFailurePercentage ?? 0)) {
    throw named('States.ExceedToleratedFailureThreshold', `${failed} of ${items.length} items failed`);
  }
  return [];
};

/** Waits as long as the state says, or until the moment in its input. */
const wait = async ({ options: { time }, context }: Scope, state: State, input: unknown): Promise<unknown> => {
  const { Seconds = 0, TimestampPath: path } = state;
  const ms = path === undefined ? Seconds * 1000 : Date.parse(String(valueAt(path, input, context))) - time.now();
  if (Number.isNaN(ms)) throw named('States.Runtime', `no timestamp at ${path}`);
  await time.sleep(Math.max(0, ms));
  return input;
};

const perform = (scope: Scope, state: State, input: unknown): Promise<unknown> | unknown => {
  if (state.Type === 'Task') return callTask(scope, state, input);
  if (state.Type === 'Map') return mapItems(scope, state, input);
  if (state.Type === 'Wait') return wait(scope, state, input);
  if (state.Type !== 'Pass') return input;
  if (state.Result !== undefined) return state.Result;
  return state.Parameters === undefined ? input : filled(state.Parameters, input, scope.context);
};

const waitBefore = (
  { IntervalSeconds, BackoffRate, MaxDelaySeconds, JitterStrategy }: Retrier,
  tries: number,
  draws: Draws,
) => {
  const seconds = Math.min(IntervalSeconds * BackoffRate ** tries, MaxDelaySeconds ?? Number.POSITIVE_INFINITY);
  return seconds * 1000 * (JitterStrategy === 'FULL' ? draws.fraction() : 1);
};

/** Performs a state with its retries. */
const persist = async (scope: Scope, state: State, input: unknown): Promise<unknown> => {
  const tries = new Map<Retrier, number>();
  for (;;) {
    try {
      return await perform(scope, state, input);
    } catch (error) {
      const { Error: name } = failureOf(error);
      const retrier = state.Retry?.find(({ ErrorEquals }) => matches(ErrorEquals, name));
      const made = retrier === undefined ? 0 : (tries.get(retrier) ?? 0);
      if (retrier === undefined || made >= retrier.MaxAttempts) throw error;
      tries.set(retrier, made + 1);
      scope.options.billing?.transition();
      await scope.options.time.sleep(waitBefore(retrier, made, scope.options.draws));
    }
  }
};

const failed = (state: State, input: unknown, context: unknown): Error => {
  const text = (path: string | undefined) => String(path === undefined ? '' : (valueAt(path, input, context) ?? ''));
  return named(text(state.ErrorPath) || 'States.Failed', text(state.CausePath));
};

/** Where a machine goes on, and with what; no state where it ends. */
interface Step {
  readonly next: string | undefined;
  readonly value: unknown;
}

/** One state with its retries and catches. @throws the error that nothing catches */
const step = async (scope: Scope, state: State, value: unknown): Promise<Step> => {
  if (state.Type === 'Fail') throw failed(state, value, scope.context);
  if (state.Type === 'Choice') return { next: chosen(state, value, scope.context), value };
  try {
    const result = withResult(state.ResultPath, value, await persist(scope, state, value));
    const isLast = state.Type === 'Succeed' || state.End === true;
    return { next: isLast ? undefined : state.Next, value: state.OutputPath === null ? {} : result };
  } catch (error) {
    const failure = failureOf(error);
    const catcher = state.Catch?.find(({ ErrorEquals }) => matches(ErrorEquals, failure.Error));
    if (catcher === undefined) throw error;
    return { next: catcher.Next, value: withResult(catcher.ResultPath, value, failure) };
  }
};

const execute = async (scope: Scope, machine: Machine, input: unknown): Promise<unknown> => {
  let at: Step = { next: machine.StartAt, value: input };
  while (at.next !== undefined) {
    const state = machine.States[at.next];
    if (state === undefined) throw new Error(`there is no state ${at.next}`);
    if (scope.isOver()) throw named('States.Timeout', 'the execution took too long');
    scope.options.billing?.transition();
    scope.record(eventsOf.state);
    at = await step(scope, state, at.value);
  }
  return at.value;
};

/** Runs a definition to its end. @throws an error with the name and cause with which the execution fails */
export const runMachine = (machine: Machine, input: unknown, options: MachineOptions): Promise<unknown> => {
  const context = { Execution: { Name: options.name } };
  const begun = { options, context, isOver: () => false };
  return withHistory(begun, (scope) => limited(scope, machine, json(input), machine.TimeoutSeconds));
};
