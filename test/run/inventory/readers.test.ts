import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import { beginReading, endReading } from '../../../lib/run/inventory/readers.ts';
import { losingFirstAnswer } from '../../losing-answer.ts';

it('a run that ends its reading was reading, also where S3 took the write, but its answer was lost', async () => {
  const store = createMemoryStore();
  const request = { trigger: { kind: 'schedule', by: 'hourly pass' }, readOnly: false } as const;
  await beginReading({ store, clock: { now: () => 0 } }, { runId: 'run-1', request, policy: '', known: 0 });
  expect([await endReading(losingFirstAnswer(store), 'run-1'), await endReading(store, 'run-1')]).toEqual([
    true,
    false,
  ]);
});
