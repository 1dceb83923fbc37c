import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import type { Store } from '../../../lib/ports.ts';
import { beginReading, endReading } from '../../../lib/run/inventory/readers.ts';

it('a run that ends its reading was reading, also where S3 took the write, but its answer was lost', async () => {
  const store = createMemoryStore();
  const request = { trigger: { kind: 'schedule', by: 'hourly pass' }, readOnly: false } as const;
  await beginReading({ store, clock: { now: () => 0 } }, { runId: 'run-1', request, policy: '', known: 0 });
  let isFirst = true;
  const losing: Store = {
    ...store,
    put: async (key, body, condition) => {
      await store.put(key, body, condition);
      if (!isFirst) return;
      isFirst = false;
      await store.put(key, body, condition);
    },
  };
  expect([await endReading(losing, 'run-1'), await endReading(store, 'run-1')]).toEqual([true, false]);
});
