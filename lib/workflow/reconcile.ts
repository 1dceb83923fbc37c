import type { TaskName } from '../contract/task-contract.ts';
import { tasks } from '../contract/tasks.ts';
import {
  anyError,
  catchAll,
  lambdaTrouble,
  machine,
  note,
  platformTrouble,
  type Retrier,
  retry,
  type State,
  storeTrouble,
  task,
  timedOut,
  untilDone,
  whileBusy,
} from './states.ts';

const passing = [...timedOut, ...lambdaTrouble];
const patiently = { seconds: 10, times: 4, most: 300 };
const toReport = { seconds: 5, times: 4, most: 60 };

/** A map state that processes each project, or each batch of projects, of a list in its own child execution. */
interface ProjectMap<W extends string, F extends string, U extends string> {
  readonly task: TaskName;
  readonly list: string;
  /** Name of an item in the child's input. */
  readonly item: 'project' | 'projects';
  readonly phase?: 'release' | 'grant';
  /** Whether the input of a child has the order of service of the run's calls. */
  readonly hasOrder?: true;
  readonly comment?: string;
  /** States of the child: the work, the note of its failure, and the end if that note fails too. */
  readonly names: readonly [W, F, U];
  readonly workComment?: string;
  readonly workRetry: readonly Retrier[];
  readonly noteRetry: readonly Retrier[];
}

const projectMap = <W extends string, F extends string, U extends string, N extends string>(
  { names: [work, failed, unnoted], ...map }: ProjectMap<W, F, U>,
  Next: N,
): State<N | 'ReportFailure'> => {
  const done = `${work}Done` as const;
  const fields = {
    ...(map.workComment !== undefined && { Comment: map.workComment }),
    Retry: [whileBusy(), ...map.workRetry],
    Catch: catchAll(failed),
  };
  const States = {
    ...untilDone(work, map.task, fields, done),
    [done]: { Type: 'Pass', Result: {}, End: true },
    [failed]: note(map.task, {
      Retry: [whileBusy(), ...map.noteRetry],
      Catch: catchAll(unnoted, null),
      OutputPath: null,
      End: true,
    }),
    [unnoted]: {
      Type: 'Pass',
      Comment:
        'The failure could not be recorded. A project without a record counts as not done; the next run retries it.',
      Result: {},
      End: true,
    },
  } as Readonly<Record<string, State>>;
  return {
    Type: 'Map',
    ...(map.comment !== undefined && { Comment: map.comment }),
    ItemsPath: map.list,
    ItemSelector: {
      'runId.$': '$.runId',
      [`${map.item}.$`]: '$$.Map.Item.Value',
      ...(map.phase !== undefined && { phase: map.phase }),
      ...(map.hasOrder && { 'order.$': '$.order' }),
    },
    MaxConcurrency: tasks.survey.copies,
    ToleratedFailurePercentage: 100,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: work,
      States,
    },
    ResultPath: null,
    Catch: catchAll('ReportFailure'),
    Next,
  };
};

const applying = {
  task: 'apply',
  item: 'project',
  workComment: 'A call that runs out of time stores its progress; the next call continues from there.',
  workRetry: retry([...storeTrouble, 'StoreConflict', ...passing], { seconds: 5, times: 3, most: 60 }),
  noteRetry: retry(anyError, { seconds: 2, times: 4, most: 10 }),
} as const;

/** The workflow of a run. */
export const reconcile = machine({
  Comment:
    'One reconcile: read the actual state, plan, apply, report. A batch of events arrives as a list and waits first, so that the tags of a new service exist.',
  StartAt: 'Trigger',
  TimeoutSeconds: 21_600,
  States: {
    Trigger: { Type: 'Choice', Choices: [{ Variable: '$[0]', IsPresent: true, Next: 'Settle' }], Default: 'Request' },
    Settle: { Type: 'Wait', Seconds: 60, Next: 'Request' },
    Request: { Type: 'Pass', Parameters: { 'request.$': '$' }, Next: 'Discover' },
    Discover: task('discover', {
      Parameters: { 'runId.$': '$$.Execution.Name', 'request.$': '$.request' },
      Retry: [whileBusy(), ...retry([...platformTrouble, ...storeTrouble, 'StoreConflict', ...passing], patiently)],
      Catch: catchAll('ReportFailure'),
      Next: 'Woken',
    }),
    Woken: {
      Type: 'Choice',
      Comment: 'A batch of heartbeats alone starts no run.',
      Choices: [{ Variable: '$.onlyHeartbeat', IsPresent: true, Next: 'Done' }],
      Default: 'SurveyProjects',
    },
    SurveyProjects: projectMap(
      {
        task: 'survey',
        list: '$.projects',
        hasOrder: true,
        item: 'projects',
        comment: 'Each child reads a batch of projects, over as many calls of the task as its time limit requires.',
        names: ['Survey', 'NoteUnread', 'Unnoted'],
        workRetry: retry([...storeTrouble, ...passing], { seconds: 2, times: 2, most: 5 }),
        noteRetry: retry(anyError, { seconds: 2, times: 1, most: 5 }),
      },
      'Plan',
    ),
    Plan: task('plan', {
      Parameters: { 'runId.$': '$.runId', 'order.$': '$.order' },
      Comment: 'Takes the lease, so it waits here for the run that decides or writes.',
      Retry: [whileBusy('LeaseHeld'), ...retry([...storeTrouble, 'StoreConflict', ...passing], patiently)],
      Catch: catchAll('ReportFailure'),
      Next: 'Verdict',
    }),
    Verdict: {
      Type: 'Choice',
      Comment: 'Projects that another run has changed since this run read them are read again, once.',
      Choices: [
        { Variable: '$.verdict', StringEquals: 'apply', Next: 'Release' },
        { Variable: '$.verdict', StringEquals: 'again', Next: 'SurveyProjects' },
        { Variable: '$.verdict', StringEquals: 'ask', Next: 'Ask' },
      ],
      Default: 'Report',
    },
    ...untilDone(
      'Ask',
      'ask',
      {
        Parameters: { 'runId.$': '$.runId', 'order.$': '$.order' },
        Comment: 'Asks the platform what the plan depends on and the store does not know; the lease rests meanwhile.',
        Retry: [whileBusy(), ...retry([...storeTrouble, 'StoreConflict', ...passing], patiently)],
        Catch: catchAll('ReportFailure'),
      },
      'Plan',
    ),
    Release: projectMap(
      {
        ...applying,
        list: '$.release',
        phase: 'release',
        names: ['ApplyRelease', 'NoteReleaseFailed', 'UnnotedRelease'],
      },
      'Grant',
    ),
    Grant: projectMap(
      { ...applying, list: '$.grant', phase: 'grant', names: ['ApplyGrant', 'NoteGrantFailed', 'UnnotedGrant'] },
      'Report',
    ),
    Report: task('report', {
      Parameters: { 'runId.$': '$.runId' },
      Retry: [whileBusy(), ...retry(anyError, toReport)],
      Catch: catchAll('ReportFailure'),
      Next: 'Done',
    }),
    Done: { Type: 'Succeed' },
    ReportFailure: note('report', {
      Parameters: { 'runId.$': '$$.Execution.Name', 'failure.$': '$.failure' },
      Retry: [whileBusy(), ...retry(anyError, toReport)],
      Next: 'Ending',
    }),
    Ending: {
      Type: 'Choice',
      Comment:
        'A refused approval is an answer to a person, not a failed run; neither is a pass whose work the next one does.',
      Choices: [
        { Variable: '$.outcome', StringEquals: 'refused', Next: 'Done' },
        { Variable: '$.outcome', StringEquals: 'coalesced', Next: 'Done' },
      ],
      Default: 'Failed',
    },
    Failed: { Type: 'Fail', ErrorPath: '$.Error', CausePath: '$.Cause' },
  },
});
