import { expect, it } from 'vitest';
import { dailyPass } from '../../../lib/contract/run-request.ts';
import { beginReading, endReading } from '../../../lib/run/inventory/readers.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { losingFirstAnswer } from '../../losing-answer.ts';

it('a run that ends its reading was reading, also where S3 took the write, but its answer was lost', async () => {
  const store = createMemoryStore();
  const request = { trigger: { kind: 'schedule', by: 'hourly pass' }, readOnly: false } as const;
  await beginReading({ store, clock: { now: () => 0 } }, { runId: 'run-1', request, policy: '' });
  expect([await endReading(losingFirstAnswer(store), 'run-1'), await endReading(store, 'run-1')]).toEqual([
    true,
    false,
  ]);
});

it('the daily pass leaves the reading to an hourly pass that still reads, and to no other', async () => {
  const ports = { store: createMemoryStore(), clock: { now: () => 0 } };
  const pass = (runId: string, by: string) => {
    const request = { trigger: { kind: 'schedule', by }, readOnly: false, everyMinutes: 60 } as const;
    return beginReading(ports, { runId, request, policy: '' });
  };
  await pass('run-1', 'hourly pass');
  expect(await pass('run-2', dailyPass)).toMatchObject({ instead: undefined, reads: 0 });
  for (const runId of ['run-1', 'run-2']) await endReading(ports.store, runId);
  expect((await pass('run-3', dailyPass)).reads).toBeUndefined();
});
