import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createDirectoryStore } from '../../lib/local/directory-store.ts';
import { machineWithStore } from './power-cut.ts';

// Files share modules; those that another one loaded have the real file system.
vi.hoisted(() => vi.resetModules());

vi.mock('node:fs', async () => (await import('./flushing-file-system.ts')).flushingFileSystem);

afterAll(() => {
  vi.doUnmock('node:fs');
  vi.resetModules();
});

describe('a machine that loses power', () => {
  it('has every object and every record that was answered, after each of them', async () => {
    const { store, afterCut } = machineWithStore(createDirectoryStore);
    for (const number of [0, 1, 2]) {
      for (const project of ['a', 'b']) {
        await store.append(`runs/r/progress/${project}.log`, { number, body: `{"n":${number}}\n` });
        const records = await afterCut().readLog(`runs/r/progress/${project}.log`);
        expect(records.map((one) => one.number)).toEqual([0, 1, 2].slice(0, number + 1));
      }
      await store.put(`objects/${number}/a.json`, `${number}\n`, { ifAbsent: true });
      expect(await afterCut().list('objects/')).toHaveLength(number + 1);
    }
  });

  it('has what a process read that another one wrote and died before it flushed it', async () => {
    const { store, root, afterCut } = machineWithStore(createDirectoryStore);
    const key = 'runs/r/p.log';
    await store.append(key, { number: 0, body: '{}\n' });
    appendFileSync(join(root, 'store', ...key.split('/')), '\n{"number":1,"by":"dead","record":{}}');
    expect(await afterCut().readLog(key)).toHaveLength(1);
    expect(await createDirectoryStore(join(root, 'store')).readLog(key)).toHaveLength(2);
    expect(await afterCut().readLog(key)).toHaveLength(2);
  });
});
