/** How large a function is. */
export interface FunctionSize {
  /** Also buys processor time. */
  readonly memoryMb: number;
  /** Longer than the state that calls it waits. */
  readonly timeoutSeconds: number;
}

/** Size of each function by task: the whole organization's snapshots are in memory in `plan` and `report`. */
export const functionSizes = {
  discover: { memoryMb: 256, timeoutSeconds: 900 },
  survey: { memoryMb: 256, timeoutSeconds: 90 },
  plan: { memoryMb: 1769, timeoutSeconds: 900 },
  apply: { memoryMb: 256, timeoutSeconds: 900 },
  report: { memoryMb: 1024, timeoutSeconds: 330 },
  'watch-services': { memoryMb: 256, timeoutSeconds: 900 },
  'rotate-token': { memoryMb: 256, timeoutSeconds: 300 },
  'retire-token': { memoryMb: 256, timeoutSeconds: 330 },
} as const satisfies Readonly<Record<string, FunctionSize>>;

/**
 * Seconds that a state waits for a task: for the work itself, and for the note of a failure, which asks for no work. They
 * are those of the workflow definitions; tasks without a row are called by no state.
 */
export const stateTimeouts: Readonly<Record<string, { readonly work: number; readonly note: number }>> = {
  discover: { work: 840, note: 840 },
  survey: { work: 70, note: 15 },
  plan: { work: 840, note: 840 },
  apply: { work: 840, note: 60 },
  report: { work: 300, note: 300 },
  'retire-token': { work: 300, note: 300 },
};

/** Seconds that the state waits which calls a task with that input; Infinity where no state does. */
export const stateSeconds = (task: string, input: unknown): number => {
  const seconds = stateTimeouts[task];
  if (seconds === undefined) return Number.POSITIVE_INFINITY;
  const isNote = typeof input === 'object' && input !== null && 'failure' in input && input.failure !== undefined;
  return isNote ? seconds.note : seconds.work;
};
