import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';

/** Calls of the file system in their order, with what they name. */
const calls = { made: [] as (readonly [name: string, path: string])[], files: new Map<number, string>() };

type Callback = (error: Error | null, result?: unknown) => void;

const recordedFiles = async () => {
  const fs = await vi.importActual<typeof import('node:fs')>('node:fs');
  const recordedSync = (name: 'fsync' | 'fdatasync') => (file: number, done: Callback) =>
    fs[name](file, (error) => {
      calls.made.push(['flush', calls.files.get(file) ?? '']);
      done(error);
    });
  return {
    ...fs,
    openSync: (path: string, flags: string, mode: number) => {
      const file = fs.openSync(path, flags, mode);
      calls.files.set(file, path);
      return file;
    },
    open: (path: string, flags: string, ...rest: unknown[]) => {
      const done = rest.pop() as Callback;
      fs.open(path, flags, ...(rest as [number]), (error: Error | null, file: number) => {
        calls.files.set(file, path);
        done(error, file);
      });
    },
    fsync: recordedSync('fsync'),
    fdatasync: recordedSync('fdatasync'),
  };
};

const recordedNames = async () => {
  const fs = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');
  return {
    ...fs,
    mkdir: async (path: string, mode: number) => {
      const made = await fs.mkdir(path, mode);
      calls.made.push(['mkdir', path]);
      return made;
    },
    link: async (from: string, to: string) => {
      await fs.link(from, to);
      calls.made.push(['name', to]);
    },
    rename: async (from: string, to: string) => {
      await fs.rename(from, to);
      calls.made.push(['name', to]);
    },
  };
};

describe('a machine that stops after a write', () => {
  let createDirectoryStore: typeof import('../../lib/local/directory-store.ts').createDirectoryStore;

  beforeEach(async () => {
    vi.resetModules();
    vi.doMock('node:fs', recordedFiles);
    vi.doMock('node:fs/promises', recordedNames);
    ({ createDirectoryStore } = await import('../../lib/local/directory-store.ts'));
  });

  afterEach(() => {
    vi.doUnmock('node:fs');
    vi.doUnmock('node:fs/promises');
    vi.resetModules();
  });

  /** The calls of a write before it resolves, with paths below the store. */
  const callsOf = async (root: string, write: () => Promise<void>): Promise<string[]> => {
    calls.made = [];
    await write();
    return calls.made.map(([name, path]) => `${name} ${relative(root, path).replace(/\.[\w-]{36}\.tmp$/, '.tmp')}`);
  };

  it('finds a new record under its name, in folders that are found too', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(join(root, 'store'));
    const put = (key: string) => callsOf(root, () => store.put(key, 'text\n', { ifAbsent: true }));
    expect(await put('a/b/one.json')).toEqual([
      'mkdir store',
      'flush ',
      'mkdir store/a',
      'flush store',
      'mkdir store/a/b',
      'flush store/a',
      'flush store/a/b/one.json.tmp',
      'name store/a/b/one.json',
      'flush store/a/b',
    ]);
    expect(await put('a/b/two.json')).toEqual([
      'flush store/a/b/two.json.tmp',
      'name store/a/b/two.json',
      'flush store/a/b',
    ]);
  });

  it('finds a replaced record under its name', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(root);
    await store.put('one.json', 'old\n');
    expect(await callsOf(root, () => store.put('one.json', 'new\n'))).toEqual([
      'flush one.json.tmp',
      'name one.json',
      'flush ',
    ]);
    const version = (await store.get('one.json'))?.version ?? '';
    expect((await callsOf(root, () => store.put('one.json', 'newer\n', { ifVersion: version }))).slice(-2)).toEqual([
      'name one.json',
      'flush ',
    ]);
  });

  it('finds each record of a log, for one flush of the file and one of the folder that it is new in', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(root);
    const append = (number: number) => callsOf(root, () => store.append('runs/p.log', { number, body: '{}' }));
    expect(await append(0)).toEqual(['mkdir runs', 'flush ', 'flush runs/p.log', 'flush runs']);
    expect(await append(1)).toEqual(['flush runs/p.log']);
  });
});
