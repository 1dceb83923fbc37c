import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreConflict } from '../../lib/contract/errors.ts';
import { createDirectoryStore } from '../../lib/local/directory-store.ts';
import { createLogFiles } from '../../lib/local/log-file.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const key = 'runs/a/p.log';
const record = (number: number, text = `ü ${number}`) => ({ number, body: `${JSON.stringify({ text })}\n` });

/** A log of three records, and its file. */
const threeRecords = async () => {
  const root = temporaryDirectory();
  const store = createDirectoryStore(root);
  for (const number of [0, 1, 2]) await store.append(key, record(number));
  return { root, store, file: join(root, ...key.split('/')) };
};

describe('a log in a directory', () => {
  it('is one file that its owner alone can read', async () => {
    const { file } = await threeRecords();
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, 'utf8').match(/"number"/g)).toHaveLength(3);
  });

  it('has every record that was written to its end, at whatever byte a writer dies, and goes on from there', async () => {
    const { file } = await threeRecords();
    const bytes = readFileSync(file);
    const ends = [...bytes.toString('latin1').matchAll(/\}(?=\n|$)/g)].map(({ index }) => index + 1);
    expect(ends).toHaveLength(3);
    for (let length = 0; length <= bytes.length; length += 1) {
      writeFileSync(file, bytes.subarray(0, length));
      const store = createDirectoryStore(join(file, '..', '..', '..'));
      const whole = ends.filter((end) => end <= length).length;
      const expected = [0, 1, 2].slice(0, whole).map((number) => record(number));
      expect(await store.readLog(key)).toEqual(expected);
      await store.append(key, record(whole, 'next'));
      const after = [...expected, record(whole, 'next')];
      expect(await store.readLog(key)).toEqual(after);
      expect(await createDirectoryStore(join(file, '..', '..', '..')).readLog(key)).toEqual(after);
    }
  });

  it('ignores bytes that a disk leaves in place of a line that was not flushed', async () => {
    const { store, file, root } = await threeRecords();
    appendFileSync(file, Buffer.alloc(100));
    expect(await store.readLog(key)).toHaveLength(3);
    await createDirectoryStore(root).append(key, record(3));
    expect(await store.readLog(key)).toHaveLength(4);
  });

  it('lets one of many processes append a record, and none of the others believes that it did', async () => {
    const root = temporaryDirectory();
    const processes = Array.from({ length: 6 }, () => createDirectoryStore(root));
    for (let number = 0; number < 20; number += 1) {
      // Some of them have read the log, others know it from before.
      for (const store of processes.slice(0, number % 6)) await store.readLog(key);
      const ends = await Promise.allSettled(processes.map((store) => store.append(key, record(number))));
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(StoreConflict);
    }
    expect(await createDirectoryStore(root).readLog(key)).toHaveLength(20);
  });

  it('refuses the record of a writer that does not know the last ones', async () => {
    const { store, root } = await threeRecords();
    const other = createDirectoryStore(root);
    await other.append(key, record(3));
    await expect(store.append(key, record(3, 'late'))).rejects.toThrow(StoreConflict);
    await store.append(key, record(4));
    await expect(other.append(key, record(3, 'later still'))).rejects.toThrow(StoreConflict);
    expect(await store.readLog(key, 3)).toEqual([record(3), record(4)]);
  });

  it('shows a damaged line in place of its record, and nothing for one that a person deleted', async () => {
    const { store, file } = await threeRecords();
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(
      file,
      lines.map((line) => (line.includes('ü 1') ? line.replace('record', 'rec0rd') : line)).join('\n'),
    );
    expect((await store.readLog(key)).map(({ body }) => body.includes('rec0rd'))).toEqual([false, true, false]);
    writeFileSync(file, lines.filter((line) => !line.includes('ü 1')).join('\n'));
    expect(await store.readLog(key)).toEqual([record(0), record(2)]);
  });

  it('is not there for a reader before its first record', async () => {
    const root = temporaryDirectory();
    expect(await createDirectoryStore(root).readLog(key)).toEqual([]);
    expect(existsSync(join(root, 'runs'))).toBe(false);
  });
});

it('an append to a log that another process removes meanwhile is not stored', async () => {
  const path = join(temporaryDirectory(), 'p.log');
  let removes = true;
  const logs = createLogFiles(
    async (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
    () => {
      if (removes) rmSync(path);
    },
  );
  await expect(logs.append(path, record(0))).rejects.toThrow('another process removed the log');
  removes = false;
  await logs.append(path, record(0));
  expect(await logs.read(path)).toHaveLength(1);
});
