/** The time that an execution passes in. */
interface Time {
  readonly now: () => number;
  /** Resolves once so much time has passed. A wait whose signal aborts ends early. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Does something at a moment. Without it no state and no execution times out. */
  readonly at?: (ms: number, action: () => void) => void;
}

/**
 * A step of an execution: a state was entered, left or is tried again, inside a map with the item's number; or an item of the
 * map `state` has come to its end.
 */
export interface Progress {
  readonly kind: 'entered' | 'left' | 'retried' | 'item-done';
  readonly state: string;
  readonly item: number | undefined;
  /** Input of a state, or the output of one that was left. */
  readonly value: unknown;
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

export interface MachineOptions {
  readonly time: Time;
  /** Draws the jitter of retries, from 0 up to 1. */
  readonly random: () => number;
  /** Name of the execution: the ID of a run. */
  readonly name: string;
  /** Calls a task. The machine stops waiting after the state's time-out, whatever the task does. */
  readonly invoke: (task: string, input: unknown) => Promise<unknown>;
  /** Present: executions end at their own time-outs too, and what Step Functions bills is counted. */
  readonly billing?: Billing;
  /** Milliseconds instead of the definition's time, by name of the Wait state. */
  readonly waits?: Readonly<Record<string, number>>;
  /** Milliseconds between tries instead of the definition's, by name of the state. */
  readonly retries?: Readonly<Record<string, number>>;
  /** Items of a map in progress at one time instead of the definition's number. */
  readonly itemsAtOnce?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Errors that no Retry repeats; a Catch still takes them. */
  readonly isFinal?: (error: unknown) => boolean;
  /** Once it is aborted, the execution begins no state, ends its waits, and fails with the reason, past every Catch. */
  readonly signal?: AbortSignal;
}

/** One execution: a run, or one item of a map. */
export interface Scope {
  readonly options: MachineOptions;
  readonly context: unknown;
  /** Number of the map's item that the execution is for. */
  readonly item: number | undefined;
  /** Whether the execution has passed its time-out: it begins no other state. */
  readonly isOver: () => boolean;
  /** Adds events to the history of the execution. */
  readonly record: (events: number) => void;
}

/** Events of a state beside its own work, of a try of a task, of a map run, and of the start and end of an execution. */
export const eventsOf = { state: 2, try: 3, mapRun: 2, execution: 2 } as const;

/** An error as the States language knows it: by its name. */
export const named = (name: string, message: string) => Object.assign(new Error(message), { name });

/** @throws States.Timeout once the seconds have passed, where time has moments */
export const withTimeout = async <T>(
  { time }: MachineOptions,
  seconds: number | undefined,
  work: Promise<T>,
): Promise<T> => {
  const { at } = time;
  if (seconds === undefined || at === undefined) return work;
  let isAtWork = true;
  const ended = work.finally(() => {
    isAtWork = false;
  });
  return new Promise<T>((resolve, reject) => {
    ended.then(resolve, reject);
    // Nearly every state has ended by then, and an error that nothing gets costs more than the state itself.
    at(time.now() + seconds * 1000, () => {
      if (isAtWork) reject(named('States.Timeout', 'the state took too long'));
    });
  });
};

/** Does the work of an execution that has a history of its own. */
export const withHistory = async <T>(scope: Omit<Scope, 'record'>, work: (scope: Scope) => Promise<T>): Promise<T> => {
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
