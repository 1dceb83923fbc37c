import { describe, expect, it } from 'vitest';
import { putIf } from '../../../lib/run/store/conditions.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { createFaults } from '../engine/faults.ts';
import { createProcess } from '../engine/process.ts';
import { troubledStore } from './troubled-store.ts';

const overtaken = createFaults(1, () => 0, { 'store-overtaken': 1 });

describe('a store in which another writer is faster', () => {
  it('refuses a write for the version before it, and has the same content in other bytes', async () => {
    const memory = createMemoryStore();
    await memory.put('lease.json', 'first');
    const { version } = (await memory.get('lease.json')) ?? { version: '' };
    const store = troubledStore(
      memory,
      overtaken,
      createProcess(() => false),
    );
    expect(await putIf(store, 'lease.json', 'second', { ifVersion: version })).toBe(false);
    expect((await memory.get('lease.json'))?.body).toBe('first ');
  });

  it('never brings an old text back over one that came in between', async () => {
    const memory = createMemoryStore();
    await memory.put('lease.json', 'first');
    const { version } = (await memory.get('lease.json')) ?? { version: '' };
    const readSlowly: typeof memory = {
      ...memory,
      get: async (key) => {
        const there = await memory.get(key);
        await memory.put('lease.json', 'of a third writer');
        return there;
      },
    };
    const store = troubledStore(
      readSlowly,
      overtaken,
      createProcess(() => false),
    );
    expect(await putIf(store, 'lease.json', 'second', { ifVersion: version })).toBe(false);
    expect((await memory.get('lease.json'))?.body).toBe('of a third writer');
  });
});
