import { describe, expect, it } from 'vitest';
import { keys } from '../../lib/run/store/keys.ts';
import { startHeadroom } from '../workflow/local-headroom.ts';
import { enableAll, even } from '../workflow/scenarios.ts';

describe('the task apply', () => {
  it('repeated after it has ended asks the platform nothing, stores nothing and gives the same counts', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(200));
    const repeated: unknown[] = [];
    const report = await headroom.reconcile({
      handlers: (tasks) => ({
        ...tasks,
        apply: async (input) => {
          const counts = await tasks.apply?.(input);
          const left = await headroom.store.get(keys.projectRecord('project-0'));
          headroom.pass(1000);
          const { result, reads, writes } = await headroom.counted(async () => tasks.apply?.(input));
          const isStored = (await headroom.store.get(keys.projectRecord('project-0')))?.version !== left?.version;
          repeated.push({ result, reads, writes, isStored });
          expect(result).toEqual(counts);
          return counts;
        },
      }),
    });
    expect(report.outcome).toBe('applied');
    const result = { confirmed: 4, unconfirmed: 0, failed: 0, skipped: 0 };
    expect(repeated).toEqual([{ result, reads: 0, writes: 0, isStored: false }]);
  });
});
