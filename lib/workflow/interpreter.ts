import { eventsOf, type MachineOptions, named, type Scope, withHistory, withTimeout } from './execution.ts';
import { chosen, failureOf, filled, matches, taskOf, valueAt, withResult } from './state-language.ts';
import type { Machine, Retrier, State } from './states.ts';

const json = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/** What a task gets or gives, as it passes between states. */
const passed = ({ billing }: MachineOptions, value: unknown): unknown => {
  const text = JSON.stringify(value);
  if (text === undefined) return undefined;
  billing?.payload(text.length);
  return JSON.parse(text);
};

const callTask = async ({ options, context, record }: Scope, state: State, input: unknown): Promise<unknown> => {
  const task = taskOf(state);
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

/** Runs one item of a map as an execution of its own. */
const runChild = async (scope: Scope, processor: Machine, input: unknown): Promise<void> => {
  const { billing } = scope.options;
  billing?.transition();
  await withHistory(scope, (child) => execute(child, processor, input));
};

const mapItems = async (scope: Scope, name: string, state: State, input: unknown): Promise<unknown> => {
  const { itemsAtOnce, onProgress, signal } = scope.options;
  const items = valueAt(state.ItemsPath ?? '$', input, scope.context) as readonly unknown[];
  const processor = state.ItemProcessor as Machine;
  scope.record(eventsOf.mapRun);
  let next = 0;
  let failed = 0;
  const work = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const context = { ...(scope.context as object), Map: { Item: { Index: index, Value: items[index] } } };
      const item = state.ItemSelector === undefined ? items[index] : filled(state.ItemSelector, input, context);
      try {
        await runChild({ ...scope, context, item: index }, processor, json(item));
        onProgress?.({ kind: 'item-done', state: name, item: index, value: undefined });
      } catch {
        signal?.throwIfAborted();
        failed += 1;
      }
    }
  };
  const atOnce = itemsAtOnce ?? (state.MaxConcurrency || items.length);
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  if (failed * 100 > items.length * (state.ToleratedFailurePercentage ?? 0)) {
    throw named('States.ExceedToleratedFailureThreshold', `${failed} of ${items.length} items failed`);
  }
  return [];
};

/** Waits as long as the state says, or until the moment in its input. */
const wait = async ({ options, context }: Scope, name: string, state: State, input: unknown): Promise<unknown> => {
  const { time, waits, signal } = options;
  const { Seconds = 0, TimestampPath: path } = state;
  const defined = path === undefined ? Seconds * 1000 : Date.parse(String(valueAt(path, input, context))) - time.now();
  if (Number.isNaN(defined)) throw named('States.Runtime', `no timestamp at ${path}`);
  await time.sleep(Math.max(0, waits?.[name] ?? defined), signal);
  return input;
};

const perform = (scope: Scope, name: string, state: State, input: unknown): Promise<unknown> | unknown => {
  if (state.Type === 'Task') return callTask(scope, state, input);
  if (state.Type === 'Map') return mapItems(scope, name, state, input);
  if (state.Type === 'Wait') return wait(scope, name, state, input);
  if (state.Type !== 'Pass') return input;
  if (state.Result !== undefined) return state.Result;
  return state.Parameters === undefined ? input : filled(state.Parameters, input, scope.context);
};

const waitBefore = (
  { IntervalSeconds, BackoffRate, MaxDelaySeconds, JitterStrategy }: Retrier,
  tries: number,
  random: () => number,
) => {
  const seconds = Math.min(IntervalSeconds * BackoffRate ** tries, MaxDelaySeconds);
  return seconds * 1000 * (JitterStrategy === 'FULL' ? random() : 1);
};

/** Performs a state with its retries. */
const persist = async (scope: Scope, name: string, state: State, input: unknown): Promise<unknown> => {
  const { time, random, billing, retries, onProgress, isFinal, signal } = scope.options;
  const tries = new Map<Retrier, number>();
  for (;;) {
    try {
      return await perform(scope, name, state, input);
    } catch (error) {
      signal?.throwIfAborted();
      const failure = failureOf(error);
      const retrier = state.Retry?.find(({ ErrorEquals }) => matches(ErrorEquals, failure.Error));
      const made = retrier === undefined ? 0 : (tries.get(retrier) ?? 0);
      if (retrier === undefined || made >= retrier.MaxAttempts || isFinal?.(error)) throw error;
      tries.set(retrier, made + 1);
      billing?.transition();
      await time.sleep(retries?.[name] ?? waitBefore(retrier, made, random), signal);
      signal?.throwIfAborted();
      onProgress?.({ kind: 'retried', state: name, item: scope.item, value: input });
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
const step = async (scope: Scope, name: string, state: State, value: unknown): Promise<Step> => {
  if (state.Type === 'Fail') throw failed(state, value, scope.context);
  if (state.Type === 'Choice') return { next: chosen(state, value, scope.context), value };
  try {
    const result = withResult(state.ResultPath, value, await persist(scope, name, state, value));
    const isLast = state.Type === 'Succeed' || state.End === true;
    return { next: isLast ? undefined : state.Next, value: state.OutputPath === null ? {} : result };
  } catch (error) {
    scope.options.signal?.throwIfAborted();
    const failure = failureOf(error);
    const catcher = state.Catch?.find(({ ErrorEquals }) => matches(ErrorEquals, failure.Error));
    if (catcher === undefined) throw error;
    return { next: catcher.Next, value: withResult(catcher.ResultPath, value, failure) };
  }
};

const execute = async (scope: Scope, machine: Machine, input: unknown): Promise<unknown> => {
  const { billing, onProgress, signal } = scope.options;
  let at: Step = { next: machine.StartAt, value: input };
  while (at.next !== undefined) {
    const { next: name, value } = at;
    const state = machine.States[name];
    if (state === undefined) throw new Error(`there is no state ${name}`);
    signal?.throwIfAborted();
    if (scope.isOver()) throw named('States.Timeout', 'the execution took too long');
    billing?.transition();
    scope.record(eventsOf.state);
    onProgress?.({ kind: 'entered', state: name, item: scope.item, value });
    at = await step(scope, name, state, value);
    onProgress?.({ kind: 'left', state: name, item: scope.item, value: at.value });
  }
  return at.value;
};

/**
 * Carries out a state machine definition, with what Step Functions adds to it: retries with their waits and jitter, time-outs,
 * catches, and Map states with their concurrency. It runs on the time that it is given: the time of one machine
 * (lib/local/workflow.ts) or of a simulation.
 * @throws an error with the name and cause with which the execution fails
 */
export const runMachine = (machine: Machine, input: unknown, options: MachineOptions): Promise<unknown> => {
  const context = { Execution: { Name: options.name } };
  const begun = { options, context, item: undefined, isOver: () => false };
  return withHistory(begun, (scope) => limited(scope, machine, json(input), machine.TimeoutSeconds));
};
