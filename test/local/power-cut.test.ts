import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../lib/ports.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { createDisk } from './power-cut.ts';

type Done = (error: Error | null, result?: unknown) => void;

/** The disk of the test, and what a process has open. */
const machine = { flushed: (_: string): void => undefined, files: new Map<number, string>() };

const fileSystem = async () => {
  const fs = await vi.importActual<typeof import('node:fs')>('node:fs');
  const flushing = (name: 'fsync' | 'fdatasync') => (file: number, done: Done) => {
    const path = machine.files.get(file) ?? '';
    fs[name](file, (error) => {
      if (error === null) machine.flushed(path);
      done(error);
    });
  };
  return {
    ...fs,
    openSync: (path: string, flags: string, mode: number) => {
      const file = fs.openSync(path, flags, mode);
      machine.files.set(file, path);
      return file;
    },
    open: (path: string, flags: string, ...rest: unknown[]) => {
      const done = rest.pop() as Done;
      fs.open(path, flags, ...(rest as [number]), (error: Error | null, file: number) => {
        machine.files.set(file, path);
        done(error, file);
      });
    },
    fsync: flushing('fsync'),
    fdatasync: flushing('fdatasync'),
  };
};

describe('a machine that loses power', () => {
  let createDirectoryStore: (root: string) => Store;

  beforeEach(async () => {
    vi.resetModules();
    vi.doMock('node:fs', fileSystem);
    ({ createDirectoryStore } = await import('../../lib/local/directory-store.ts'));
  });

  afterEach(() => {
    vi.doUnmock('node:fs');
    vi.resetModules();
  });

  /** A store on a machine, and what is left of it after a power cut, as a store of another machine. */
  const machineWithStore = () => {
    const root = temporaryDirectory();
    const disk = createDisk(root);
    machine.flushed = disk.flushed;
    const afterCut = () => {
      const to = temporaryDirectory();
      disk.cutPower(to);
      return createDirectoryStore(join(to, 'store'));
    };
    return { store: createDirectoryStore(join(root, 'store')), root, afterCut };
  };

  it('has every object and every record that was answered, after each of them', async () => {
    const { store, afterCut } = machineWithStore();
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
    const { store, root, afterCut } = machineWithStore();
    const key = 'runs/r/p.log';
    await store.append(key, { number: 0, body: '{}\n' });
    const { appendFileSync } = await vi.importActual<typeof import('node:fs')>('node:fs');
    appendFileSync(join(root, 'store', ...key.split('/')), '\n{"number":1,"by":"dead","record":{}}');
    expect(await afterCut().readLog(key)).toHaveLength(1);
    expect(await createDirectoryStore(join(root, 'store')).readLog(key)).toHaveLength(2);
    expect(await afterCut().readLog(key)).toHaveLength(2);
  });
});
