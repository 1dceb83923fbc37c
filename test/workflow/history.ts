import { runWorkflow } from '../../lib/local/workflow.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import type { Machine, State } from '../../lib/workflow/states.ts';
import { type Handler, noWaits } from './local-headroom.ts';

/** One state that was executed. */
export interface Executed {
  readonly name: string;
  readonly type: string;
  /** Of a map's child the number of its item; undefined for the states of the execution itself. */
  readonly item: number | undefined;
  readonly inputBytes: number;
  readonly outputBytes: number;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

const typesOf = ({ States }: Machine): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(States).map(([name, { Type, ItemProcessor }]) => ({
      [name]: Type,
      ...(ItemProcessor && typesOf(ItemProcessor)),
    })),
  );

/** Runs the real reconcile definition on these tasks and answers every state that it executed, with its data. */
export const executedStates = async (handlers: Readonly<Record<string, Handler>>, input: unknown) => {
  const types = typesOf(definitions.reconcile);
  const payloads: number[] = [];
  const measured = Object.fromEntries(
    Object.entries(handlers).map(([task, handler]) => [
      task,
      async (given: unknown) => {
        const answer = await handler(given);
        payloads.push(bytesOf(given), bytesOf(answer));
        return answer;
      },
    ]),
  );
  const states: Executed[] = [];
  const inputBytes = new Map<string, number>();
  await runWorkflow(definitions.reconcile, input, {
    runId: 'run-1',
    handlers: measured,
    waits: { Settle: 0 },
    retries: noWaits,
    onProgress: ({ kind, state: name, item, value }) => {
      const place = `${name} ${item}`;
      if (kind === 'entered') inputBytes.set(place, bytesOf(value));
      if (kind !== 'left') return;
      const sizes = { inputBytes: inputBytes.get(place) ?? 0, outputBytes: bytesOf(value) };
      states.push({ name, type: types[name] ?? '', item, ...sizes });
    },
  }).catch(() => undefined);
  return { states, mostBytes: Math.max(...payloads, ...states.flatMap((one) => [one.inputBytes, one.outputBytes])) };
};

const topLevel: Readonly<Record<string, State>> = definitions.reconcile.States;

/**
 * Bytes of what the children of each map give back, as AWS puts it together before `ResultPath` drops it: a list of what
 * the last state of each child gives.
 */
export const resultBytes = (states: readonly Executed[]): number[] =>
  Object.values(topLevel).map(({ ItemProcessor }) => {
    const ofChild = new Map(
      states
        .filter(({ name, item }) => item !== undefined && ItemProcessor?.States[name] !== undefined)
        .map(({ item, outputBytes }) => [item, outputBytes]),
    );
    return [...ofChild.values()].reduce((sum, bytes) => sum + bytes + 1, 2);
  });

/** Tries of a task after the first one, at most. */
const mostRetries = (name: string): number =>
  (topLevel[name]?.Retry ?? []).reduce((sum, { MaxAttempts }) => sum + MaxAttempts, 0);

/**
 * Events that the history of a standard execution would have on AWS, at most (AWS Step Functions, "HistoryEvent"):
 *
 *   2 for its start and its end
 * + 2 for each Pass, Choice and Wait (entered, exited)
 * + 5 for each Task (entered, scheduled, started, succeeded, exited), and 3 for each retry (scheduled, started, failed)
 * + 6 for each distributed Map (entered, started, its run started and ended, succeeded, exited)
 *
 * The children of a distributed map have histories of their own, so their number does not count. Every task is taken to
 * have used up all of its retries.
 */
export const historyEvents = (states: readonly Executed[]): number => {
  const own = states.filter(({ item }) => item === undefined);
  const eventsOf = ({ name, type }: Executed): number => {
    if (type === 'Task') return 5 + 3 * mostRetries(name);
    return type === 'Map' ? 6 : 2;
  };
  return own.reduce((sum, state) => sum + eventsOf(state), 2);
};
