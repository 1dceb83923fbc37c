import { describe, expect, it } from 'vitest';
import { tasks as tasksOf } from '../../lib/contract/tasks.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import type { Progress } from '../../lib/workflow/execution.ts';
import { runMachine } from '../../lib/workflow/interpreter.ts';
import { catchAll, machine, task as taskState } from '../../lib/workflow/states.ts';
import { createTime } from '../simulator/engine/time.ts';
import { discovered, lived, scripted, type Tasks, usual } from './scripted-machine.ts';

const twice = { IntervalSeconds: 10, MaxAttempts: 2, BackoffRate: 2, MaxDelaySeconds: 15 } as const;

const retrying = (jitter?: 'FULL') =>
  machine({
    StartAt: 'Work',
    States: {
      Work: taskState('plan', {
        Retry: [{ ...twice, ErrorEquals: ['StoreConflict'], ...(jitter && { JitterStrategy: jitter }) }],
        Catch: catchAll('Caught'),
        Next: 'Done',
      }),
      Caught: { Type: 'Pass', Result: { caught: true }, End: true },
      Done: { Type: 'Succeed' },
    },
  });

describe('the retries of a state', () => {
  const conflicts = () => scripted({ plan: ['StoreConflict'] });

  it('wait longer each time, up to the longest wait, before the Catch takes the error', async () => {
    const { calls, tasks } = conflicts();
    expect(await lived(retrying(), tasks)).toEqual({ output: { caught: true }, seconds: 10 + 15 });
    expect(calls).toEqual(['plan', 'plan', 'plan']);
  });

  it('wait a drawn part of that with full jitter', async () => {
    const { seconds } = await lived(retrying('FULL'), conflicts().tasks, { random: () => 0.5 });
    expect(seconds).toBe((10 + 15) / 2);
  });

  it('wait what the caller says instead', async () => {
    const { seconds } = await lived(retrying('FULL'), conflicts().tasks, { retries: { Work: 1000 } });
    expect(seconds).toBe(2);
  });

  it('leave an error alone that the caller calls final; the Catch still takes it', async () => {
    const { calls, tasks } = conflicts();
    const ended = await lived(retrying(), tasks, { isFinal: ({ name }: Error) => name === 'StoreConflict' } as object);
    expect(ended).toEqual({ output: { caught: true }, seconds: 0 });
    expect(calls).toEqual(['plan']);
  });
});

describe('an execution whose signal is aborted', () => {
  const reason = new Error('interrupted');

  it('tries nothing again and fails with the reason, past every Catch', async () => {
    const abort = new AbortController();
    const { calls, tasks } = scripted({ plan: ['StoreConflict'] });
    const interrupted = { plan: (input: unknown) => tasks.plan?.(input).finally(() => abort.abort(reason)) } as Tasks;
    const ended = await lived(retrying(), interrupted, { signal: abort.signal });
    expect(ended).toEqual({ error: reason, seconds: 0 });
    expect(calls).toEqual(['plan']);
  });

  it('ends its wait for the next try', async () => {
    const abort = new AbortController();
    const { calls, tasks } = scripted({ plan: ['StoreConflict'] });
    const time = createTime(0);
    time.at(4_000, () => abort.abort(reason));
    const run = runMachine(
      retrying(),
      {},
      {
        time,
        random: () => 1,
        name: 'r',
        invoke: (_, input) => tasks.plan?.(input) ?? Promise.reject(new Error('no task')),
        signal: abort.signal,
      },
    );
    await expect(time.until(run)).rejects.toBe(reason);
    expect([time.now(), calls]).toEqual([4_000, ['plan']]);
  });

  it('begins no other item of a map', async () => {
    const abort = new AbortController();
    const { calls, tasks } = scripted(usual);
    const survey = async (input: unknown) => {
      await tasks.survey?.(input);
      abort.abort(reason);
    };
    const more = { signal: abort.signal, itemsAtOnce: 1 };
    expect(await lived(definitions.reconcile, { ...tasks, survey }, more)).toMatchObject({ error: reason });
    expect(calls).toEqual(['discover', 'survey 0']);
  });
});

const mapped = (ToleratedFailurePercentage: number) =>
  machine({
    StartAt: 'All',
    States: {
      All: {
        Type: 'Map',
        ItemsPath: '$.trigger.items',
        MaxConcurrency: 2,
        ToleratedFailurePercentage,
        ItemProcessor: { StartAt: 'One', States: { One: taskState('survey', { End: true }) } },
        ResultPath: null,
        End: true,
      },
    },
  });

describe('a map', () => {
  const items = { runId: 'r', projects: [0, 1, 2, 3, 4, 5, 6], order: 'survey' };

  it.each([
    ['the number of the definition', {}, tasksOf.survey.copies],
    ['the number of the caller', { itemsAtOnce: 5 }, 5],
  ])('works on no more items at one time than %s', async (_, more, most) => {
    let atWork = 0;
    let seen = 0;
    const time = createTime(0);
    const survey = async () => {
      atWork += 1;
      seen = Math.max(seen, atWork);
      await time.sleep(1000);
      atWork -= 1;
      return {};
    };
    const own: Tasks = { ...scripted({ ...usual, discover: [items] }).tasks, survey };
    const invoke = (task: string, input: unknown) => own[task]?.(input) ?? Promise.reject(new Error(task));
    const options = { time, random: () => 1, name: 'r', invoke, ...more };
    await time.until(runMachine(definitions.reconcile, {}, options));
    expect(seen).toBe(most);
  });

  it('goes on when items fail, and fails if more fail than it tolerates', async () => {
    const tasks = () => scripted({ survey: ['PlatformForbidden', {}, {}] });
    const input = { trigger: { items: [{ projects: 0 }, { projects: 1 }, { projects: 2 }] } };
    const run = async (tolerated: number) => {
      const { calls, tasks: own } = tasks();
      const time = createTime(0);
      const invoke = (_: string, given: unknown) => own.survey?.(given) ?? Promise.reject(new Error('no task'));
      const ended = runMachine(mapped(tolerated), input, { time, random: () => 1, name: 'r', invoke });
      const error = await time.until(
        ended.then(
          () => undefined,
          ({ name }: Error) => name,
        ),
      );
      return [error, calls];
    };
    const all = ['survey 0', 'survey 1', 'survey 2'];
    expect(await run(100)).toEqual([undefined, all]);
    expect(await run(34)).toEqual([undefined, all]);
    expect(await run(33)).toEqual(['States.ExceedToleratedFailureThreshold', all]);
  });
});

it('an execution reports each state that it enters, tries again and leaves, and each item that is done', async () => {
  const seen: Progress[] = [];
  const { tasks } = scripted({
    ...usual,
    discover: [{ ...discovered, projects: [7] }],
    survey: ['StoreUnavailable', {}],
  });
  await lived(definitions.reconcile, tasks, { onProgress: (progress) => seen.push(progress) });
  const ofSurvey = seen.filter(({ state, item }) => item === 0 && /^Survey/.test(state));
  expect(ofSurvey.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'entered Survey',
    'retried Survey',
    'left Survey',
    'entered SurveyAnswer',
    'left SurveyAnswer',
    'entered SurveyDone',
    'left SurveyDone',
    'item-done SurveyProjects',
  ]);
  expect(ofSurvey[0]?.value).toEqual({ runId: 'r', projects: 7, order: 'survey' });
  expect(ofSurvey.at(-2)?.value).toEqual({});
});
