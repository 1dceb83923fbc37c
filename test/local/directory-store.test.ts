import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreConflict, StoreUnavailable } from '../../lib/contract/errors.ts';
import { createDirectoryStore } from '../../lib/local/directory-store.ts';
import { ownProcess } from '../../lib/local/own-process.ts';
import { storeContract } from '../contracts/store.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

storeContract('the directory store', () => createDirectoryStore(temporaryDirectory()));

storeContract('the directory store given with a slash at its end', () =>
  createDirectoryStore(`${temporaryDirectory()}/`),
);
storeContract('the directory store given relative to here', () =>
  createDirectoryStore(`./${relative(process.cwd(), temporaryDirectory())}`),
);

/** The lock of a process of this machine that is over. */
const abandoned = JSON.stringify({ ...ownProcess(), pid: 999_999_999 });

describe('the directory store', () => {
  it('leaves the lock of a process on another machine alone', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(root);
    await store.put('lease', '1');
    writeFileSync(
      join(root, 'lease.lock'),
      JSON.stringify({ ...ownProcess(), pid: 999_999_999, host: 'another machine' }),
    );
    const version = (await store.get('lease'))?.version ?? '';
    await expect(store.put('lease', '2', { ifVersion: version })).rejects.toThrow(StoreConflict);
  });

  it('leaves nothing but the object behind, readable by its owner alone', async () => {
    const root = temporaryDirectory();
    const store = createDirectoryStore(root);
    await store.put('a/b.json', '1');
    await store.put('a/b.json', '2', { ifVersion: (await store.get('a/b.json'))?.version ?? '' });
    expect(readdirSync(join(root, 'a'))).toEqual(['b.json']);
    expect(statSync(join(root, 'a', 'b.json')).mode & 0o077).toBe(0);
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
    writeFileSync(join(root, 'lease.lock'), abandoned);
    await store.put('lease', '2', { ifVersion: (await store.get('lease'))?.version ?? '' });
    expect((await store.get('lease'))?.body).toBe('2');
  });

  it('lets one writer win at a lock that a process left behind, however many come at once', async () => {
    const root = temporaryDirectory();
    for (let round = 0; round < 50; round += 1) {
      const store = createDirectoryStore(root);
      await store.put('lease', `before ${round}`);
      const version = (await store.get('lease'))?.version ?? '';
      writeFileSync(join(root, 'lease.lock'), abandoned);
      const writers = Array.from({ length: 4 }, (_, n) => store.put('lease', `${round}-${n}`, { ifVersion: version }));
      const won = (await Promise.allSettled(writers)).filter(({ status }) => status === 'fulfilled');
      expect(won.length).toBeLessThanOrEqual(1);
    }
  });

  it('refuses keys that lead out of it', async () => {
    const store = createDirectoryStore(temporaryDirectory());
    for (const key of ['../x', 'a/../../x', '/x', 'a//b', './a', 'a\0b']) {
      await expect(store.put(key, '1')).rejects.toThrow(StoreUnavailable);
    }
  });

  it('says where it cannot write and what to do', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    const store = createDirectoryStore(join(file, 'below'));
    await expect(store.put('a', '1')).rejects.toThrow(
      /file\/below cannot be used \(ENOTDIR\).*--store or HEADROOM_STORE/,
    );
  });
});
