import { expect, it, onTestFinished, vi } from 'vitest';
import { runWorkflow } from '../../lib/local/workflow.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import type { Machine } from '../../lib/workflow/states.ts';

it('a run takes the definition as it is: test/architecture/definition.test.ts validates it, once', async () => {
  const extra = { NoSuchField: true };
  const invalid: Machine = { StartAt: 'A', States: { A: { Type: 'Pass', End: true, ...extra } } };
  const run = runWorkflow(invalid, { given: 1 }, { runId: 'run-1', handlers: {} });
  expect(await run).toEqual({ given: 1 });
});

it('a task that is slower than its state waits on AWS is not started a second time beside itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let calls = 0;
  let end = (_: object): void => undefined;
  const slow = new Promise<object>((resolve) => {
    end = resolve;
  });
  const handlers = {
    'retire-token': () => {
      calls += 1;
      return slow;
    },
  };
  const run = runWorkflow(
    definitions['retire-token'],
    { versionId: 'v' },
    { runId: 'run-1', handlers, waits: { WaitUntilUnused: 0 }, retries: { Retire: 0 } },
  );
  const day = 24 * 60 * 60 * 1000;
  await vi.advanceTimersByTimeAsync(day);
  end({ status: 'revoked' });
  expect([await run, calls]).toEqual([{ status: 'revoked' }, 1]);
});
