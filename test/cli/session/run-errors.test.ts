import { describe, expect, it } from 'vitest';
import { type RunContext, reconcileOnce } from '../../../lib/cli/session/run.ts';
import {
  LeaseHeld,
  PlanMoved,
  PlatformUnauthorized,
  PlatformUnavailable,
  RunInterrupted,
  StoreConflict,
  StoreUnavailable,
} from '../../../lib/contract/errors.ts';
import { taskHandlers } from '../../../lib/local/task-handlers.ts';
import { takeLease } from '../../../lib/run/apply/lease.ts';
import { readReport } from '../../../lib/run/publish/reports.ts';
import { commandRun, type Handler, type LocalHeadroom, startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

/** Starts a run with some tasks replaced; returns its error and its notes. */
const failing = async (
  replaced: (headroom: LocalHeadroom) => Partial<RunContext['handlers']>,
  more: Partial<RunContext> = {},
) => {
  const headroom = await startHeadroom(even(3, 1), enableAll(200));
  const { ports, store } = headroom;
  const notes: string[] = [];
  const calls: string[] = [];
  const real = taskHandlers(ports);
  const handlers = Object.fromEntries(
    Object.entries({ ...real, ...replaced(headroom) }).map(([task, handler]) => [
      task,
      (input: unknown) => {
        calls.push(task);
        return (handler as Handler)(input);
      },
    ]),
  ) as RunContext['handlers'];
  const console = { progress: () => undefined, note: (text: string) => void notes.push(text) };
  const error: unknown = await reconcileOnce(
    commandRun(ports, 'run-1', { handlers, console, ...more }),
    { trigger: { kind: 'manual', by: 'a test' }, readOnly: false },
    () => undefined,
    async () => undefined,
  ).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  // Throws where the lease was not released.
  await takeLease(ports, 'the next run', 'a test');
  return { error, notes, calls, report: await readReport(store, 'run-1') };
};

const unavailable = () => new PlatformUnavailable('no answer', { method: 'GET', path: '/v1' });

describe('a run of the command line that fails', () => {
  it('ends with the error as the task threw it, reports that and releases the lease', async () => {
    const thrown = new PlanMoved('the plan moved');
    const { error, report } = await failing(() => ({ plan: () => Promise.reject(thrown) }));
    expect(error).toBe(thrown);
    expect(report).toMatchObject({ outcome: 'refused', error: 'PlanMoved', cause: 'the plan moved' });
  });

  it.each([
    ['the token is not accepted', () => new PlatformUnauthorized('wrong token', { method: 'GET', path: '/v1' })],
    ['it is interrupted', () => new RunInterrupted('asked to end')],
  ])('ends at the first project when %s, and plans nothing', async (_, errorOf) => {
    const thrown = errorOf();
    const { error, calls, report } = await failing(() => ({ survey: () => Promise.reject(thrown) }));
    expect(error).toBe(thrown);
    expect(calls.filter((task) => task !== 'survey')).toEqual(['discover', 'report']);
    expect(report).toMatchObject({ outcome: 'failed', error: thrown.name });
  });

  it('leaves the projects of a survey that fails alone and goes on with the others', async () => {
    const { error, report } = await failing(({ ports }) => {
      const { survey } = taskHandlers(ports);
      const isFirst = (input: unknown) => (input as { projects: number[] }).projects.includes(0);
      const isWork = (input: unknown) => !('failure' in (input as object));
      return { survey: (input) => (isFirst(input) && isWork(input) ? Promise.reject(unavailable()) : survey(input)) };
    });
    expect(error).toBeUndefined();
    expect(report?.unread).toMatchObject([
      { project: 'project-0', error: 'PlatformUnavailable' },
      { project: 'project-1', error: 'PlatformUnavailable' },
    ]);
    expect(report?.results.every(({ status }) => status === 'confirmed')).toBe(true);
  });

  it('retries transient errors as the definition says, with a note', async () => {
    let tries = 0;
    const { error, notes, report } = await failing(({ ports }) => ({
      discover: (input) => {
        tries += 1;
        return tries < 5 ? Promise.reject(unavailable()) : taskHandlers(ports).discover(input);
      },
    }));
    expect([error, report?.outcome]).toEqual([undefined, 'applied']);
    expect(notes).toEqual(Array.from({ length: 4 }, () => 'no answer. The run tries again.'));
  });

  it.each([
    ['a store that cannot be used', new StoreUnavailable('read-only')],
    [
      'a platform out of reach',
      new PlatformUnavailable('Cannot connect', { method: 'GET', path: '/v1' }, { isLasting: true }),
    ],
    ['a lease that another run holds', new LeaseHeld('another run is at work')],
  ])('does not retry %s, because waiting does not help here', async (_, thrown) => {
    const { error, calls } = await failing(() => ({ discover: () => Promise.reject(thrown) }), { retries: {} });
    expect(error).toBe(thrown);
    expect(calls).toEqual(['discover', 'report']);
  });

  it('shows the first error, also when the store cannot take the report of it', async () => {
    const [first, second] = [new StoreUnavailable('plan'), new StoreUnavailable('report')];
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    const handlers = {
      ...taskHandlers(headroom.ports),
      plan: () => Promise.reject(first),
      report: () => Promise.reject(second),
    };
    const run = reconcileOnce(
      commandRun(headroom.ports, 'run-1', { handlers, retries: {} }),
      { trigger: { kind: 'manual', by: 'a test' }, readOnly: false },
      () => undefined,
      async () => undefined,
    );
    await expect(run).rejects.toBe(first);
  });

  it('that waits to try again ends at once when it is interrupted, and releases the lease', async () => {
    const controller = new AbortController();
    const { error, calls, report } = await failing(
      () => ({
        plan: () => {
          // The run is in its wait of seconds by then.
          setImmediate(() => controller.abort());
          return Promise.reject(new StoreConflict('another run was first'));
        },
      }),
      { signal: controller.signal, retries: { Plan: 600_000 } },
    );
    expect(error).toBeInstanceOf(RunInterrupted);
    expect(calls.filter((task) => task !== 'survey')).toEqual(['discover', 'plan', 'report']);
    expect(report).toMatchObject({ outcome: 'failed', error: 'RunInterrupted' });
  });
});
