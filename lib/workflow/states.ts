import type * as errors from '../contract/errors.ts';
import type { TaskName } from '../contract/task-contract.ts';
import { tasks } from '../contract/tasks.ts';

/** An error that a Retry or Catch matches: a class of lib/contract/errors.ts, or a name that AWS reserves. */
type ErrorName =
  | Exclude<keyof typeof errors, 'PlatformError'>
  | `${'States' | 'Lambda' | 'Sandbox' | 'Runtime'}.${string}`;

/** Retry of a state: intervals in seconds, each multiplied by the rate, up to the maximum. */
export interface Retrier {
  readonly ErrorEquals: readonly ErrorName[];
  readonly IntervalSeconds: number;
  readonly MaxAttempts: number;
  readonly BackoffRate: number;
  readonly MaxDelaySeconds: number;
  readonly JitterStrategy?: 'FULL';
}

interface Catcher<N extends string> {
  readonly ErrorEquals: readonly ErrorName[];
  readonly ResultPath: string | null;
  readonly Next: N;
}

/** Optional fields of a task state; `N` names the states that may follow. */
interface TaskFields<N extends string> {
  readonly Comment?: string;
  readonly Parameters?: Readonly<Record<string, string>>;
  readonly Retry?: readonly Retrier[];
  readonly Catch?: readonly Catcher<N>[];
  readonly ResultPath?: string | null;
  /** Null: the state gives nothing on. */
  readonly OutputPath?: null;
  readonly Next?: N;
  readonly End?: true;
}

interface Choice<N extends string> {
  readonly Variable: string;
  readonly IsPresent?: boolean;
  readonly StringEquals?: string;
  readonly Next: N;
}

/** The part of an Amazon States Language state that the definitions use. */
export interface State<N extends string = string> extends TaskFields<N> {
  readonly Type: 'Task' | 'Map' | 'Choice' | 'Pass' | 'Wait' | 'Succeed' | 'Fail';
  readonly Resource?: `\${${TaskName}}`;
  readonly TimeoutSeconds?: number;
  readonly ItemsPath?: string;
  readonly ItemSelector?: Readonly<Record<string, string>>;
  readonly MaxConcurrency?: number;
  readonly ToleratedFailurePercentage?: number;
  readonly ItemProcessor?: Machine;
  readonly Choices?: readonly Choice<N>[];
  readonly Default?: N;
  readonly Seconds?: number;
  readonly TimestampPath?: string;
  readonly Result?: object;
  readonly ErrorPath?: string;
  readonly CausePath?: string;
}

export interface Machine<S extends string = string> {
  readonly Comment?: string;
  readonly StartAt: S;
  readonly TimeoutSeconds?: number;
  readonly ProcessorConfig?: { readonly Mode: 'DISTRIBUTED'; readonly ExecutionType: 'STANDARD' };
  readonly States: Readonly<Record<S, State<S>>>;
}

/** Creates a definition. A reference to a missing state does not compile. */
export const machine = <S extends string>(
  definition: Omit<Machine<S>, 'StartAt' | 'States'> & {
    readonly StartAt: NoInfer<S>;
    readonly States: Readonly<Record<S, State<NoInfer<S>>>>;
  },
): Machine<S> => definition;

const call = <N extends string>(name: TaskName, seconds: 'work' | 'note', fields: TaskFields<N>): State<N> => {
  const { Comment, Parameters, ...rest } = fields;
  return {
    Type: 'Task',
    ...(Comment !== undefined && { Comment }),
    Resource: `\${${name}}`,
    ...(Parameters !== undefined && { Parameters }),
    TimeoutSeconds: tasks[name].stateSeconds?.[seconds],
    ...rest,
  };
};

/** A state that runs a task. */
export const task = <N extends string = never>(name: TaskName, fields: TaskFields<N>): State<NoInfer<N>> =>
  call(name, 'work', fields);

/** A state that calls a task only to record a failure. */
export const note = <N extends string = never>(name: TaskName, fields: TaskFields<N>): State<NoInfer<N>> =>
  call(name, 'note', fields);

/** Names of the states of `untilDone`. */
type UntilDone<W extends string> = W | `${W}Answer` | `${W}Later`;

/** Where the input of `Next` has the task's last answer. */
const answerPath = '$.answer';

/**
 * States that run a task, and while its answer has `again`, wait until `again.at` and run it once more (scale §3). The wait
 * costs nothing. `Next` gets the input of the first call, with the last answer as `answer`.
 */
export const untilDone = <const W extends string, N extends string, M extends string>(
  work: W,
  name: TaskName,
  fields: Omit<TaskFields<N>, 'ResultPath' | 'OutputPath' | 'Next' | 'End'>,
  Next: M,
): Readonly<Record<UntilDone<W>, State<UntilDone<W> | N | M>>> => {
  const [answer, later] = [`${work}Answer`, `${work}Later`] as const;
  return {
    [work]: task(name, { ...fields, ResultPath: answerPath, Next: answer } as TaskFields<N | typeof answer>),
    [answer]: {
      Type: 'Choice',
      Choices: [{ Variable: `${answerPath}.again`, IsPresent: true, Next: later }],
      Default: Next,
    },
    [later]: { Type: 'Wait', TimestampPath: `${answerPath}.again.at`, Next: work },
  } as Readonly<Record<UntilDone<W>, State<UntilDone<W> | N | M>>>;
};

/** Transient errors of the platform. */
export const platformTrouble = ['PlatformUnavailable', 'PlatformThrottled', 'OutOfTime'] as const;
export const storeTrouble = ['StoreUnavailable', 'SecretUnavailable'] as const;
export const timedOut = ['States.Timeout', 'Sandbox.Timedout'] as const;
/** Transient errors of Lambda itself. */
export const lambdaTrouble = [
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.TooManyRequestsException',
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.Unknown',
  // A process that ended by itself or was killed, such as for its memory.
  'Runtime.ExitError',
] as const;
export const anyError = ['States.ALL'] as const;

/** Retries after waits that double, each with full jitter. */
export const retry = (
  ErrorEquals: readonly ErrorName[],
  { seconds, times, most }: { readonly seconds: number; readonly times: number; readonly most: number },
): Retrier[] => [
  {
    ErrorEquals,
    IntervalSeconds: seconds,
    MaxAttempts: times,
    BackoffRate: 2,
    MaxDelaySeconds: most,
    JitterStrategy: 'FULL',
  },
];

/**
 * Waits up to two hours for what another run has: the lease, or the reserved copies of a function. No run fails because
 * Headroom is busy (scale §4).
 */
export const whileBusy = (...names: readonly ErrorName[]): Retrier => ({
  ErrorEquals: [...names, 'Lambda.TooManyRequestsException'],
  IntervalSeconds: 5,
  MaxAttempts: 120,
  BackoffRate: 1.5,
  MaxDelaySeconds: 60,
});

/** Continues with another state after any error and stores the error at `ResultPath`; null drops it. */
export const catchAll = <N extends string>(Next: N, ResultPath: string | null = '$.failure'): Catcher<N>[] => [
  { ErrorEquals: anyError, ResultPath, Next },
];
