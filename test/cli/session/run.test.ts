import { describe, expect, it } from 'vitest';
import { lookOnce, type RunContext, reconcileOnce } from '../../../lib/cli/session/run.ts';
import {
  LeaseHeld,
  PlatformUnauthorized,
  PlatformUnavailable,
  RunInterrupted,
  StoreConflict,
  StoreUnavailable,
  WorldMoved,
} from '../../../lib/contract/errors.ts';
import { taskHandlers } from '../../../lib/local/task-handlers.ts';
import { assertLease, takeLease } from '../../../lib/run/apply/lease.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readReport } from '../../../lib/run/publish/reports.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { commandRun, type Handler, startWorld, type World } from '../../workflow/world.ts';

/** Runs, and records at `finish` how many writes were made and whether the lease was held. */
const finished = async (policy: string) => {
  const world = await startWorld(even(1, 2), policy);
  const { ports, store } = world;
  const seen: number[] = [];
  const request = { trigger: { kind: 'manual', by: 'a test' }, readOnly: false } as const;
  const report = await reconcileOnce(
    commandRun(ports, 'run-1'),
    request,
    () => undefined,
    async () => {
      await assertLease(ports, 'run-1');
      seen.push(world.platform.requests().writes);
    },
  );
  await takeLease(ports, 'the next run', 'a test');
  return { report, seen, store };
};

describe('the finish of a run on the command line', () => {
  it('comes after the last write and while no other run can write', async () => {
    const { report, seen, store } = await finished(enableAll(200));
    expect([report.outcome, seen]).toEqual(['applied', [4]]);
    expect(await store.get(keys.report('run-1'))).toBeDefined();
  });

  it('comes once, also where the report of the run is repeated', async () => {
    const world = await startWorld(even(1, 2), enableAll(200));
    const { ports } = world;
    const { report, ...handlers } = taskHandlers(ports);
    let [reports, finishes] = [0, 0];
    const failingOnce: typeof report = async (input) => {
      reports += 1;
      if (reports === 1) throw new StoreConflict('the object has changed');
      return report(input);
    };
    await reconcileOnce(
      commandRun(ports, 'run-1', { handlers: { ...handlers, report: failingOnce } }),
      { trigger: { kind: 'manual', by: 'a test' }, readOnly: false },
      () => undefined,
      async () => {
        finishes += 1;
      },
    );
    expect([reports, finishes]).toEqual([2, 1]);
  });

  it('does not run if nothing is applied', async () => {
    for (const policy of [enableAll(200).replace('enforce', 'observe'), enableAll(200).replace('100000', '1')]) {
      expect((await finished(policy)).seen).toEqual([]);
    }
  });
});

/** Starts a run with some tasks replaced; returns its error and its notes. */
const failing = async (replaced: (world: World) => Partial<RunContext['handlers']>, more: Partial<RunContext> = {}) => {
  const world = await startWorld(even(3, 1), enableAll(200));
  const { ports, store } = world;
  const notes: string[] = [];
  const calls: string[] = [];
  const real = taskHandlers(ports);
  const handlers = Object.fromEntries(
    Object.entries({ ...real, ...replaced(world) }).map(([task, handler]) => [
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
    const thrown = new WorldMoved('the world moved');
    const { error, report } = await failing(() => ({ plan: () => Promise.reject(thrown) }));
    expect(error).toBe(thrown);
    expect(report).toMatchObject({ outcome: 'refused', error: 'WorldMoved', cause: 'the world moved' });
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
    const world = await startWorld(even(1, 1), enableAll(200));
    const handlers = {
      ...taskHandlers(world.ports),
      plan: () => Promise.reject(first),
      report: () => Promise.reject(second),
    };
    const run = reconcileOnce(
      commandRun(world.ports, 'run-1', { handlers, retries: {} }),
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

describe('the report of a run on the command line', () => {
  /** A run whose reports fail so many times before the store takes one. */
  const reportedAfter = async (failures: number, error: () => Error) => {
    const { ports, store } = await startWorld(even(1, 2), enableAll(200));
    const { report, ...others } = taskHandlers(ports);
    let [reports, finishes] = [0, 0];
    const failingReport = (input: unknown) => {
      reports += 1;
      return reports > failures ? report(input) : Promise.reject(error());
    };
    const run = reconcileOnce(
      commandRun(ports, 'run-1', { handlers: { ...others, report: failingReport } }),
      { trigger: { kind: 'manual', by: 'a test' }, readOnly: false },
      () => undefined,
      async () => {
        finishes += 1;
      },
    );
    const outcome = await run.then(
      (made) => made.outcome,
      (failure: unknown) => failure,
    );
    return { outcome, reports, finishes, ports, store };
  };

  it('is tried again, and what follows the last write, such as a mode, happens once', async () => {
    const { outcome, reports, finishes } = await reportedAfter(2, () => new StoreConflict('another run was first'));
    expect([outcome, reports, finishes]).toEqual(['applied', 3, 1]);
  });

  it('is an error of the command if the store takes none, and what follows the last write happened once', async () => {
    const refused = new StoreUnavailable('read-only');
    const { outcome, finishes } = await reportedAfter(Number.POSITIVE_INFINITY, () => refused);
    expect([outcome, finishes]).toEqual([refused, 1]);
  });
});

describe('what follows the last write', () => {
  it('ends the run as failed if it fails, is not repeated, and the lease is given back', async () => {
    const { ports, store } = await startWorld(even(1, 2), enableAll(200));
    const failure = new Error('the mode could not be set');
    let finishes = 0;
    const run = reconcileOnce(
      commandRun(ports, 'run-1'),
      { trigger: { kind: 'manual', by: 'a test' }, readOnly: false },
      () => undefined,
      () => {
        finishes += 1;
        return Promise.reject(failure);
      },
    );
    await expect(run).rejects.toBe(failure);
    expect(finishes).toBe(1);
    expect(await readReport(store, 'run-1')).toBeDefined();
    // Throws where the lease was not released.
    await takeLease(ports, 'the next run', 'a test');
  });
});

describe('a plan on the command line', () => {
  it('that is refused before its first write writes nothing, and the lease is given back', async () => {
    const world = await startWorld(even(1, 2), enableAll(200));
    const refusal = new RunInterrupted('not confirmed');
    const run = reconcileOnce(
      commandRun(world.ports, 'run-1'),
      { trigger: { kind: 'manual', by: 'a test' }, readOnly: false },
      () => Promise.reject(refusal),
      async () => undefined,
    );
    await expect(run).rejects.toBe(refusal);
    expect(world.platform.requests().writes).toBe(0);
    await takeLease(world.ports, 'the next run', 'a test');
  });

  it('refuses a project outside of the organization before it reads another', async () => {
    const world = await startWorld(even(2, 1), enableAll(200));
    const run = lookOnce(commandRun(world.ports, 'run-1'), {
      trigger: { kind: 'manual', by: 'a look' },
      projects: ['project-0', 'nowhere'],
    });
    await expect(run).rejects.toThrow('not a project of this organization: nowhere');
    expect(world.platform.requests()).toMatchObject({ reads: 1, writes: 0 });
  });
});

describe('a look', () => {
  it('plans, and leaves no lease and no report', async () => {
    const { ports, store } = await startWorld(even(1, 1), enableAll(200));
    const { plan, run } = await lookOnce(commandRun(ports, 'run-1'), { trigger: { kind: 'manual', by: 'a look' } });
    expect([plan.changes.length, run.readOnly]).toEqual([2, true]);
    const kept = await store.list('');
    for (const key of [keys.lease, keys.latestReport, keys.report('run-1')]) expect(kept).not.toContain(key);
  });
});
