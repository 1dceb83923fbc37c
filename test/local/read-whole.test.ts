import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../lib/contract/errors.ts';
import { createDirectoryStore } from '../../lib/local/directory-store.ts';
import { createLogFiles } from '../../lib/local/log-file.ts';
import { readWhole } from '../../lib/local/read-whole.ts';
import type { Store } from '../../lib/ports.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** Puts a link below the folders of a store, to a name in a folder outside. */
const linkBelow = (root: string, path: string, outside: string, name = '') => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(join(outside, name), join(root, path));
};

describe('the directory store at a symbolic link', () => {
  it.each<[string, string, (root: string, outside: string) => void]>([
    ['a folder', 'runs', (root, outside) => symlinkSync(outside, join(root, 'runs'))],
    ['a folder below', 'runs/a', (root, outside) => linkBelow(root, 'runs/a', outside)],
    ['the file of an object', 'runs/a/x.json', (root, outside) => linkBelow(root, 'runs/a/x.json', outside, 'x.json')],
    ['the file of a log', 'runs/a/x.log', (root, outside) => linkBelow(root, 'runs/a/x.log', outside, 'x.log')],
  ])('neither reads, writes, removes nor lists anything through a link: %s', async (_, name, make) => {
    const [root, outside] = [temporaryDirectory(), temporaryDirectory()];
    for (const folder of [outside, join(outside, 'a')]) {
      mkdirSync(folder, { recursive: true });
      for (const file of ['x.json', 'x.log']) writeFileSync(join(folder, file), 'outside\n');
    }
    make(root, outside);
    const store = createDirectoryStore(root);
    const [key, log] = name.endsWith('.log') ? ['runs/a/x.log', 'runs/a/x.log'] : ['runs/a/x.json', 'runs/a/x.log'];
    const uses = [
      () => store.get(key),
      () => store.put(key, '1'),
      () => store.put(key, '1', { ifAbsent: true }),
      () => store.put(key, '1', { ifVersion: 'x' }),
      () => store.delete(key),
      () => store.list(''),
      () => store.list('runs/'),
      ...(name.endsWith('.json') ? [] : [() => store.append(log, { number: 0, body: '{}' }), () => store.readLog(log)]),
    ];
    const refused = new StoreUnavailable(
      `${join(root, name)} is a symbolic link, and Headroom follows none inside a store; put the file or folder itself there`,
    );
    for (const use of uses) await expect(use()).rejects.toThrow(refused);
    await store.breakLocks();
    await store.sweep();
    expect(readdirSync(outside, { recursive: true }).sort()).toEqual(['a', 'a/x.json', 'a/x.log', 'x.json', 'x.log']);
    for (const file of ['a/x.json', 'a/x.log', 'x.json', 'x.log'])
      expect(readFileSync(join(outside, file), 'utf8')).toBe('outside\n');
  });

  it('takes no lock through a link', async () => {
    const [root, outside] = [temporaryDirectory(), temporaryDirectory()];
    const store = createDirectoryStore(root);
    await store.put('lease', '1');
    symlinkSync(outside, join(root, '.locks'));
    const version = (await store.get('lease'))?.version ?? '';
    await expect(store.put('lease', '2', { ifVersion: version })).rejects.toThrow(
      `${join(root, '.locks')} is a symbolic link`,
    );
    expect(readdirSync(outside)).toEqual([]);
  });

  it('may be one itself, and ends no list at a link of which no key is asked', async () => {
    const [root, link] = [temporaryDirectory(), join(temporaryDirectory(), 'store')];
    symlinkSync(root, link);
    symlinkSync(root, join(root, 'latest'));
    const store = createDirectoryStore(link);
    await store.put('runs/a', '1');
    expect(await store.list('runs/')).toEqual(['runs/a']);
  });

  it.each<[string, (store: Store) => Promise<unknown>]>([
    ['a read', (store) => store.get('a/x')],
    ['a write', (store) => store.put('a/x', 'new')],
    ['a creation', (store) => store.put('a/y', 'new', { ifAbsent: true })],
    ['a list', (store) => store.list('a/').then(() => store.list('a/'))],
  ])('refuses a folder that becomes a link during %s, and leaves nothing behind it', async (_, use) => {
    const [root, outside] = [temporaryDirectory(), temporaryDirectory()];
    const store = createDirectoryStore(root);
    await store.put('a/x', 'old');
    const using = use(store);
    // The look is over, and the file is being opened.
    renameSync(join(root, 'a'), join(root, 'b'));
    symlinkSync(outside, join(root, 'a'));
    await expect(using).rejects.toThrow(StoreUnavailable);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('opens no file that becomes a link after the look', async () => {
    const [root, outside] = [temporaryDirectory(), temporaryDirectory()];
    writeFileSync(join(outside, 'x'), 'outside\n');
    const path = join(root, 'x');
    symlinkSync(join(outside, 'x'), path);
    await expect(readWhole(path)).rejects.toThrow(/ELOOP/);
    const logs = createLogFiles(
      async () => undefined,
      () => undefined,
    );
    await expect(logs.append(path, { number: 0, body: '{}' })).rejects.toThrow(/ELOOP/);
    expect(readFileSync(join(outside, 'x'), 'utf8')).toBe('outside\n');
  });
});
