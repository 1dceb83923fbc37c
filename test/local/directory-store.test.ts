import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../lib/contract/errors.ts';
import { createDirectoryStore } from '../../lib/local/directory-store.ts';
import { storeContract } from '../contracts/store.ts';
import { makePipe } from '../installed.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { withoutPrivileges } from '../without-privileges.ts';
import { lockOf } from './lock-of.ts';

storeContract('the directory store', () => createDirectoryStore(temporaryDirectory()));

storeContract('the directory store given with a slash at its end', () =>
  createDirectoryStore(`${temporaryDirectory()}/`),
);
storeContract('the directory store given relative to here', () =>
  createDirectoryStore(`./${relative(process.cwd(), temporaryDirectory())}`),
);

const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);

/** Prints what refuses a read of the store. */
const ask = `
import { createDirectoryStore } from '${new URL('../../lib/local/directory-store.ts', import.meta.url).href}';
createDirectoryStore(process.argv[1]).get('audit/a.json').catch(({ message }) => process.stdout.write(message));
`;

/** A file that a process left behind two hours ago. */
const leftBehind = (file: string, text = '') => {
  writeFileSync(file, text);
  utimesSync(file, longAgo, longAgo);
};

describe('the directory store', () => {
  it('leaves nothing but the object behind, readable by its owner alone', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(root);
    await store.put('a/b.json', '1');
    await store.put('a/b.json', '2', { ifVersion: (await store.get('a/b.json'))?.version ?? '' });
    expect(['a', '.locks'].map((folder) => readdirSync(join(root, folder)))).toEqual([['b.json'], []]);
    expect(await store.list('')).toEqual(['a/b.json']);
    expect(statSync(join(root, 'a', 'b.json')).mode & 0o077).toBe(0);
  });

  it.each([
    ['without a line feed at its end', 'é'.repeat(10)],
    ['with one', 'é\n'.repeat(10)],
    ['that is empty', ''],
    ['of 64 KiB', `${'x'.repeat(64 * 1024 - 1)}\n`],
    ['of more, in the middle of a character', `${'é'.repeat(40 * 1024)}\n`],
  ])('reads an object %s', async (_, body) => {
    const store = createDirectoryStore(temporaryDirectory());
    await store.put('object', body);
    expect((await store.get('object'))?.body).toBe(body);
  });

  it('does not list what a process that died left half written', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(root);
    await store.put('runs/a', '1');
    writeFileSync(join(root, 'runs', 'b.123.tmp'), 'half');
    expect(await store.list('runs/')).toEqual(['runs/a']);
  });

  it('takes over the lock of a process that died', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(root);
    await store.put('lease', '1');
    leftBehind(lockOf(root, 'lease'));
    await store.put('lease', '2', { ifVersion: (await store.get('lease'))?.version ?? '' });
    expect((await store.get('lease'))?.body).toBe('2');
  });

  it('lets one writer win at a lock that a process left behind, however many come at once', async () => {
    const root = temporaryDirectory();
    for (let round = 0; round < 20; round += 1) {
      const store = createDirectoryStore(root);
      await store.put('lease', `before ${round}`);
      const version = (await store.get('lease'))?.version ?? '';
      leftBehind(lockOf(root, 'lease'));
      const writers = Array.from({ length: 4 }, (_, n) => store.put('lease', `${round}-${n}`, { ifVersion: version }));
      const won = (await Promise.allSettled(writers)).filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(1);
    }
  });

  it('shows a reader the old object or the new one, whole, and never anything between', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(root);
    const file = join(root, 'object');
    for (const put of [
      () => store.put('object', 'new'),
      async () => store.put('object', 'new', { ifVersion: (await store.get('object'))?.version ?? '' }),
    ]) {
      await store.put('object', 'old');
      // An open file is never rewritten, so its content stays the same.
      const reader = openSync(file, 'r');
      await put();
      expect([readFileSync(reader, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['old', 'new']);
    }
  });

  it('shows a reader nothing of an object that is being created until all of it is there', async () => {
    const store = createDirectoryStore(temporaryDirectory());
    const body = 'x'.repeat(8 * 1024 * 1024);
    let isDone = false;
    const writing = store.put('object', body, { ifAbsent: true }).finally(() => {
      isDone = true;
    });
    const seen = new Set<number>();
    while (!isDone) seen.add((await store.get('object'))?.body.length ?? body.length);
    await writing;
    expect([...seen]).toEqual([body.length]);
  });

  it('removes what processes that died left two hours ago, and nothing that may be in use', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(root);
    await store.put('runs/a', '1');
    leftBehind(join(root, 'runs', 'b.123.tmp'));
    utimesSync(join(root, 'runs', 'a'), longAgo, longAgo);
    writeFileSync(join(root, 'runs', 'c.123.tmp'), '');
    leftBehind(`${lockOf(root, 'runs/a')}.1-vm-3f6c2a64`);
    writeFileSync(`${lockOf(root, 'runs/a')}.2-vm-3f6c2a64`, '');
    await store.sweep();
    expect(readdirSync(join(root, 'runs')).sort()).toEqual(['a', 'c.123.tmp']);
    expect(readdirSync(root)).toEqual(['.locks', 'runs']);
    expect(readdirSync(join(root, '.locks')).map((name) => name.slice(64))).toEqual(['.2-vm-3f6c2a64']);
  });

  it('breaks all locks on request, and changes no object', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(root);
    await store.put('runs/a', '1');
    writeFileSync(lockOf(root, 'lease.json'), '');
    await store.breakLocks();
    expect(['', '.locks', 'runs'].map((folder) => readdirSync(join(root, folder)))).toEqual([
      ['.locks', 'runs'],
      [],
      ['a'],
    ]);
  });

  it('refuses keys that lead out of it', async () => {
    const store = createDirectoryStore(temporaryDirectory());
    for (const key of ['../x', 'a/../../x', '/x', 'a//b', './a', 'a\0b', '.locks/a']) {
      await expect(store.put(key, '1')).rejects.toThrow(StoreUnavailable);
    }
  });

  it('is in folders that only their owner can enter', async () => {
    const root = join(temporaryDirectory(), 'store');
    await createDirectoryStore(root).put('a/b.json', '1');
    expect([root, join(root, 'a')].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  it('names what stands under the name of an object and is none, and what to do', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(root);
    mkdirSync(join(root, 'folder.json'));
    makePipe(join(root, 'pipe.json'));
    writeFileSync(join(root, 'large.json'), '');
    truncateSync(join(root, 'large.json'), 2 ** 31);
    const remedy = '; move it away, or restore the object from a backup';
    const refuses = (action: Promise<unknown>, name: string, problem: string) =>
      expect(action).rejects.toThrow(
        new StoreUnavailable(`${join(root, name)} is no object of the store: ${problem}${remedy}`),
      );
    await refuses(store.get('folder.json'), 'folder.json', 'it is a folder');
    await refuses(store.put('folder.json', '1'), 'folder.json', 'it is a folder');
    await refuses(store.get('pipe.json'), 'pipe.json', 'it is no regular file');
    const tooLarge = 'it has 2147483648 bytes, and an object has at most 134217728';
    await refuses(store.get('large.json'), 'large.json', tooLarge);
    await refuses(store.put('large.json', '1', { ifVersion: 'x' }), 'large.json', tooLarge);
  });

  it.skipIf(withoutPrivileges() === undefined).each([
    ['a folder that it may not enter', 'audit'],
    ['an object that it may not read', 'audit/a.json'],
  ])('names what this user may not use, and what to do: %s', async (_, closed) => {
    const root = temporaryDirectory();
    await createDirectoryStore(root).put('audit/a.json', '1');
    chmodSync(join(root, closed), 0o000);
    const [command = '', ...more] = [
      ...(withoutPrivileges() ?? []),
      process.execPath,
      '--import',
      'tsx',
      '--eval',
      ask,
    ];
    const { stdout, stderr } = spawnSync(command, [...more, root], { encoding: 'utf8' });
    chmodSync(join(root, closed), 0o700);
    expect([stdout, stderr]).toEqual([
      `this user may not use ${join(root, 'audit', 'a.json')} (EACCES); give it and the folders above it to the user who runs Headroom, or set a writable directory with --store or HEADROOM_STORE`,
      '',
    ]);
  });

  it('says where it cannot write and what to do', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    const store = createDirectoryStore(join(file, 'below'));
    await expect(store.put('a', '1')).rejects.toThrow(
      /cannot use the store .*file\/below \(ENOTDIR\).*--store or HEADROOM_STORE/,
    );
  });
});
