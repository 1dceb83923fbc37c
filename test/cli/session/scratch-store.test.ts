import { describe, expect, it } from 'vitest';
import { withScratchFolder } from '../../../lib/cli/session/scratch-store.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { storeContract } from '../../contracts/store.ts';

storeContract('a folder in memory beside a store', () => withScratchFolder(createMemoryStore(), 'runs/'));

describe('a store with one folder in memory', () => {
  it('keeps what lies in the folder to itself, and everything else in the store', async () => {
    const below = createMemoryStore();
    const store = withScratchFolder(below, 'runs/run-1/');
    await store.put('runs/run-1/plan.json', 'scratch');
    await store.put('runs/run-10/plan.json', 'stored');
    await store.put('history/a.json', 'stored');
    expect(await below.list('')).toEqual(['history/a.json', 'runs/run-10/plan.json']);
    expect((await store.get('runs/run-1/plan.json'))?.body).toBe('scratch');
    expect(await store.list('')).toEqual(['history/a.json', 'runs/run-1/plan.json', 'runs/run-10/plan.json']);
    expect(await store.list('runs/run-1')).toEqual(['runs/run-1/plan.json', 'runs/run-10/plan.json']);
    expect(await store.list('runs/run-1/')).toEqual(['runs/run-1/plan.json']);
    expect(await store.list('history/')).toEqual(['history/a.json']);
    await store.delete('runs/run-1/plan.json');
    expect(await store.list('runs/run-1/')).toEqual([]);
  });
});
