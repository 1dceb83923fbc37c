import { describe, expect, it } from 'vitest';
import { lookOnce, reconcileOnce } from '../../../lib/cli/session/run.ts';
import { RunInterrupted, StoreConflict, StoreUnavailable } from '../../../lib/contract/errors.ts';
import { taskHandlers } from '../../../lib/local/task-handlers.ts';
import { assertLease, takeLease } from '../../../lib/run/apply/lease.ts';
import { readReport } from '../../../lib/run/publish/reports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { commandRun, startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

/** Runs, and records at `finish` how many writes were made and whether the lease was held. */
const finished = async (policy: string) => {
  const headroom = await startHeadroom(even(1, 2), policy);
  const { ports, store } = headroom;
  const seen: number[] = [];
  const request = { trigger: { kind: 'manual', by: 'a test' }, readOnly: false } as const;
  const report = await reconcileOnce(
    commandRun(ports, 'run-1'),
    request,
    () => undefined,
    async () => {
      await assertLease(ports, 'run-1');
      seen.push(headroom.platform.requests().writes);
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
    const headroom = await startHeadroom(even(1, 2), enableAll(200));
    const { ports } = headroom;
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

describe('the report of a run on the command line', () => {
  /** A run whose reports fail so many times before the store takes one. */
  const reportedAfter = async (failures: number, error: () => Error) => {
    const { ports, store } = await startHeadroom(even(1, 2), enableAll(200));
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
    const { ports, store } = await startHeadroom(even(1, 2), enableAll(200));
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
    const headroom = await startHeadroom(even(1, 2), enableAll(200));
    const refusal = new RunInterrupted('not confirmed');
    const run = reconcileOnce(
      commandRun(headroom.ports, 'run-1'),
      { trigger: { kind: 'manual', by: 'a test' }, readOnly: false },
      () => Promise.reject(refusal),
      async () => undefined,
    );
    await expect(run).rejects.toBe(refusal);
    expect(headroom.platform.requests().writes).toBe(0);
    await takeLease(headroom.ports, 'the next run', 'a test');
  });

  it('refuses a project outside of the organization before it reads another', async () => {
    const headroom = await startHeadroom(even(2, 1), enableAll(200));
    const run = lookOnce(commandRun(headroom.ports, 'run-1'), {
      trigger: { kind: 'manual', by: 'a look' },
      projects: ['project-0', 'nowhere'],
    });
    await expect(run).rejects.toThrow('not a project of this organization: nowhere');
    expect(headroom.platform.requests()).toMatchObject({ reads: 1, writes: 0 });
  });
});

describe('a look', () => {
  it('plans, and leaves no lease and no report', async () => {
    const { ports, store } = await startHeadroom(even(1, 1), enableAll(200));
    const { plan, run } = await lookOnce(commandRun(ports, 'run-1'), { trigger: { kind: 'manual', by: 'a look' } });
    expect([plan.changes.length, run.readOnly]).toEqual([2, true]);
    const kept = await store.list('');
    for (const key of [keys.lease, keys.reported, keys.report('run-1')]) expect(kept).not.toContain(key);
  });
});
