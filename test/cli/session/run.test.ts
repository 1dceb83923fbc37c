import { describe, expect, it } from 'vitest';
import { reconcileOnce } from '../../../lib/cli/session/run.ts';
import { assertLease, takeLease } from '../../../lib/run/apply/lease.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { commandRun, startWorld } from '../../workflow/world.ts';

/** Runs, and tells how much was written, and whether the lease was held, when it came to its finish. */
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

describe('what a run of the command line does at its finish', () => {
  it('comes after the last write and while no other run can write', async () => {
    const { report, seen, store } = await finished(enableAll(200));
    expect([report.outcome, seen]).toEqual(['applied', [4]]);
    expect(await store.get(keys.report('run-1'))).toBeDefined();
  });

  it('is not done where nothing is carried out', async () => {
    for (const policy of [enableAll(200).replace('enforce', 'observe'), enableAll(200).replace('100000', '1')]) {
      expect((await finished(policy)).seen).toEqual([]);
    }
  });
});
