import { describe, expect, it } from 'vitest';
import { failureRecorder, maxFailures, noteTaskFailure } from '../../../../lib/run/apply/checks/max-failures.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../../lib/run/store/objects.ts';
import type { Attempt } from '../../../../lib/run/store/run-objects.ts';
import { enableAll } from '../../../workflow/scenarios.ts';
import { aChange, aRun, sent } from '../../stored.ts';

const change = aChange('orders');
const failed: Attempt = { change, status: 'failed', error: 'Error: no' };
const refused: Attempt = { ...failed, notOffered: true };
const accepted: Attempt = { change, ...sent };

/** A run with this limit, and parts of it by their project, each with its own check. */
const runWith = async (limit: number) => {
  const store = createMemoryStore();
  const policy = enableAll(100).replace('guardrails: {', `guardrails: { maxFailures: ${limit},`);
  await writeObject(store, keys.run('run'), aRun({ runId: 'run', policy }));
  const part = (project: string, attempts: Attempt[], failedBefore: string[] = []) => ({
    store,
    runId: 'run',
    phase: 'grant' as const,
    project,
    changes: [change],
    failedBefore: new Set(failedBefore),
    progress: { attempts, ended: undefined, isOpen: false },
  });
  return { store, part, writeCheck: () => maxFailures({ store, runId: 'run' }) };
};

describe('changes of a run', () => {
  it('are held back once as many have failed in all parts together as maxFailures says', async () => {
    const { part, writeCheck } = await runWith(2);
    const attempts = [failed, accepted];
    const record = failureRecorder(part('a', attempts));
    await record();
    expect(await writeCheck()(change)).toBeUndefined();
    await failureRecorder(part('b', [failed]))();
    expect(await writeCheck()(change)).toContain('not tried: 2 changes of this run failed, and maxFailures is 2');
  });

  it('are let through before the first failure, and held back after it where maxFailures is 0', async () => {
    const { part, writeCheck } = await runWith(0);
    expect(await writeCheck()(change)).toBeUndefined();
    await noteTaskFailure(part('a', [accepted]));
    expect(await writeCheck()(change)).toContain('not tried: 1 change of this run failed, and maxFailures is 0');
  });

  it.each([
    [1, undefined],
    [0, expect.stringContaining('not tried: 1 change of this run failed')],
  ])('are not held back by a service whose last change failed too, where maxFailures is %i', async (limit, reason) => {
    const { part, writeCheck } = await runWith(limit);
    await failureRecorder(part('a', [failed], ['orders']))();
    expect(await writeCheck()(change)).toEqual(reason);
    await failureRecorder(part('b', [failed], ['billing']))();
    expect(await writeCheck()(change)).toContain('not tried');
  });

  it.each([
    [1, undefined],
    [0, expect.stringContaining('not tried: 1 change of this run failed')],
  ])(
    'are not held back by services to which the platform offers no autoscaler, where maxFailures is %i',
    async (limit, reason) => {
      const { part, writeCheck } = await runWith(limit);
      await failureRecorder(part('a', [refused]))();
      expect(await writeCheck()(change)).toEqual(reason);
      await failureRecorder(part('b', [failed]))();
      expect(await writeCheck()(change)).toContain('not tried: ');
    },
  );

  it('are not held back by a task that fails as a whole at a service whose last change failed too', async () => {
    const { part, writeCheck } = await runWith(1);
    await noteTaskFailure(part('a', [], ['orders']));
    expect(await writeCheck()(change)).toBeUndefined();
  });
});

it('each failed change is noted once, and those that fail later by the next call', async () => {
  const { store, part } = await runWith(5);
  const attempts = [failed, accepted];
  const record = failureRecorder(part('a', attempts));
  await record();
  attempts.push(failed);
  await record();
  await record();
  expect(await store.list(keys.failures('run'))).toEqual(
    [0, 2].map((place) => keys.failure('run', 'grant', 'a', place)),
  );
});
