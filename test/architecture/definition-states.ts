/** Every field that both AWS and the interpreter of this code run; anything else would be ignored in silence by one of them. */
const known = {
  top: ['Comment', 'StartAt', 'States', 'TimeoutSeconds', 'ProcessorConfig'],
  Task: [
    'Type',
    'Comment',
    'Resource',
    'Parameters',
    'ResultPath',
    'OutputPath',
    'TimeoutSeconds',
    'Retry',
    'Catch',
    'Next',
    'End',
  ],
  Map: [
    'Type',
    'Comment',
    'ItemsPath',
    'ItemSelector',
    'MaxConcurrency',
    'ToleratedFailurePercentage',
    'ItemProcessor',
    'ResultPath',
    'OutputPath',
    'Retry',
    'Catch',
    'Next',
    'End',
  ],
  Choice: ['Type', 'Comment', 'Choices', 'Default'],
  Pass: ['Type', 'Comment', 'Parameters', 'Result', 'ResultPath', 'Next', 'End'],
  Wait: ['Type', 'Comment', 'Seconds', 'TimestampPath', 'Next', 'End'],
  Succeed: ['Type', 'Comment'],
  Fail: ['Type', 'Comment', 'ErrorPath', 'CausePath'],
  retrier: ['ErrorEquals', 'IntervalSeconds', 'MaxAttempts', 'BackoffRate', 'MaxDelaySeconds', 'JitterStrategy'],
  catcher: ['ErrorEquals', 'ResultPath', 'Next'],
} satisfies Record<string, readonly string[]>;

interface Retrier {
  readonly ErrorEquals: readonly string[];
  readonly MaxAttempts: number;
  readonly IntervalSeconds: number;
  readonly BackoffRate: number;
  readonly MaxDelaySeconds: number;
}

export interface State {
  readonly Type: keyof typeof known;
  readonly Seconds?: number;
  readonly TimeoutSeconds?: number;
  readonly Retry?: readonly Retrier[];
  readonly Catch?: readonly { readonly ErrorEquals: readonly string[]; readonly Next: string }[];
  readonly ToleratedFailurePercentage?: number;
  readonly ItemProcessor?: Machine;
}
export interface Machine {
  readonly TimeoutSeconds?: number;
  readonly States: Record<string, State>;
}

/** Seconds that the waits between the tries take at the most. */
export const waits = ({ MaxAttempts, IntervalSeconds, BackoffRate, MaxDelaySeconds }: Retrier) =>
  Array.from({ length: MaxAttempts }, (_, n) => Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** n)).reduce(
    (sum, wait) => sum + wait,
    0,
  );

/** Seconds that a state takes at the most, all tries and waits together. */
export const longest = (state: State | undefined): number => {
  const [retrier] = state?.Retry ?? [];
  if (state?.TimeoutSeconds === undefined || retrier === undefined) return Number.POSITIVE_INFINITY;
  return state.TimeoutSeconds * (retrier.MaxAttempts + 1) + waits(retrier);
};

const strangers = (at: string, holder: object, allowed: readonly string[]) =>
  Object.keys(holder)
    .filter((field) => !allowed.includes(field))
    .map((field) => `${at}.${field}`);

export const unknownFields = (machine: Machine, at: string): string[] => [
  ...strangers(at, machine, known.top),
  ...Object.entries(machine.States).flatMap(([name, state]) => [
    ...strangers(name, state, known[state.Type] ?? []),
    ...(state.Retry ?? []).flatMap((retrier) => strangers(`${name}.Retry`, retrier, known.retrier)),
    ...(state.Catch ?? []).flatMap((catcher) => strangers(`${name}.Catch`, catcher, known.catcher)),
    ...(state.ItemProcessor ? unknownFields(state.ItemProcessor, `${name}.ItemProcessor`) : []),
  ]),
];

/** Every state by its name, at every depth. */
export const statesOf = (machine: Machine): [string, State][] =>
  Object.entries(machine.States).flatMap(([name, state]) => [
    [name, state] as [string, State],
    ...(state.ItemProcessor ? statesOf(state.ItemProcessor) : []),
  ]);
