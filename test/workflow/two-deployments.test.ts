import { describe, expect, it } from 'vitest';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { runWorkflow } from '../../lib/local/workflow.ts';
import { readReport } from '../../lib/run/publish/reports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import { whyOf } from '../core/a-change.ts';
import { noWaits, startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

const stack = (name: string) => `arn:aws:cloudformation:eu-west-1:111122223333:stack/${name}`;

const bodies = async ({ store }: Awaited<ReturnType<typeof startHeadroom>>, pattern: RegExp) => {
  const found = (await store.list('')).filter((key) => pattern.test(key));
  return Promise.all(found.map(async (key) => [key, (await store.get(key))?.body]));
};

describe('a second deployment on the store of the first', () => {
  it.each<[string, { readonly organization?: string; readonly stack: string }]>([
    ['for the same organization', { stack: stack('headroom-second') }],
    ['for another organization, as after a changed setting', { organization: 'org-other', stack: stack('headroom') }],
  ])(
    '%s is refused before it reads or writes anything, and the first goes on',
    async (_, { organization, ...second }) => {
      const headroom = await startHeadroom(even(2, 1), enableAll(200));
      const first = { stack: stack('headroom') };
      expect((await headroom.reconcile({ ports: first })).outcome).toBe('applied');
      await headroom.store.put(keys.policy, enableAll(300));
      const memory = /^(?:lease|readers|inventory|history|last-applied|report|watermarks|enforcement)/;
      const before = await bodies(headroom, memory);
      const platform = {
        ...headroom.ports.platform,
        organization: organization ?? headroom.ports.platform.organization,
      };
      const { result, reads, writes } = await headroom.counted(() =>
        headroom.reconcile({ ports: { ...second, platform } }),
      );
      expect(result).toMatchObject({ outcome: 'refused', error: 'StoreOwned' } satisfies Partial<ReportObject>);
      expect(result.cause).toContain('stack headroom (eu-west-1, account 111122223333)');
      expect([reads, writes]).toEqual([0, 0]);
      expect(await bodies(headroom, memory)).toEqual(before);
      expect((await headroom.reconcile({ ports: first })).outcome).toBe('applied');
    },
  );
});

it('two deployments with a store each are not refused: each repairs what the other wrote, and the reasons say so', async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(200));
  const store = createMemoryStore();
  await store.put(keys.policy, enableAll(300));
  const pass = async () => {
    await headroom.control('advance', { seconds: 60 });
    headroom.pass(60_000);
  };
  const first = () => headroom.reconcile({ ports: { stack: stack('headroom') } });
  const second = async (runId: string) => {
    await pass();
    const input = { trigger: { kind: 'manual', by: 'the second deployment' } };
    const handlers = taskHandlers({ ...headroom.ports, store, stack: stack('headroom-elsewhere') });
    await runWorkflow(definitions.reconcile, input, { runId, handlers, waits: { Settle: 0 }, retries: noWaits });
    return readReport(store, runId);
  };
  await first();
  await second('second-1');
  await pass();
  expect(whyOf((await first()).results[0])).toMatch(/was changed from 200 GB to 300 GB by .+ at /);
  expect(whyOf((await second('second-2'))?.results[0])).toMatch(/was changed from 300 GB to 200 GB by .+ at /);
});
