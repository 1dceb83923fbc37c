/** How large a function is. */
export interface FunctionSize {
  /** Also buys processor time. */
  readonly memoryMb: number;
  /** Not shorter than the state that calls it waits. */
  readonly timeoutSeconds: number;
}

/** Size of each function by task: the whole organization's snapshots are in memory in `plan` and `report`. */
export const functionSizes = {
  discover: { memoryMb: 256, timeoutSeconds: 900 },
  survey: { memoryMb: 256, timeoutSeconds: 70 },
  plan: { memoryMb: 1769, timeoutSeconds: 900 },
  apply: { memoryMb: 256, timeoutSeconds: 900 },
  report: { memoryMb: 1024, timeoutSeconds: 300 },
  'watch-services': { memoryMb: 256, timeoutSeconds: 900 },
  'rotate-token': { memoryMb: 256, timeoutSeconds: 300 },
  'retire-token': { memoryMb: 256, timeoutSeconds: 300 },
} as const satisfies Readonly<Record<string, FunctionSize>>;
