import { randomUUID } from 'node:crypto';
import { closeSync, constants, fdatasync, fstatSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StoreConflict, StoreUnavailable } from '../contract/errors.ts';
import type { LogRecord } from '../ports.ts';
import { lineOf, recordsIn, type WrittenRecord } from '../run/store/logs.ts';
import { notThroughLinks } from './read-whole.ts';
import { flush, inFolder } from './whole-file.ts';

const dataSynced = promisify(fdatasync);

const toAppend = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | notThroughLinks;

/** Position up to which this process knows a file: everything before it is on the disk. */
interface LogEnd {
  readonly bytes: number;
  /** Number of the last record; -1 if there is none. */
  readonly last: number;
}

const endOf = (text: string): LogEnd => ({
  bytes: Buffer.byteLength(text),
  last: recordsIn(text).at(-1)?.number ?? -1,
});

/** Files whose ends a process remembers: more than one run appends to at a time. */
const mostFiles = 1_000;

/**
 * Logs as files to which every writer appends, without a lock: of lines with the same number the first one in the file counts.
 * A line has a line break before it and after it, so what a writer that died left of a line, and what a disk that lost power has
 * in its place, stays a line of its own, which is no record.
 * @param textAt text of a file; undefined if there is none
 * @param assertPlace throws if a file is none of the store
 */
export const createLogFiles = (
  textAt: (path: string) => Promise<string | undefined>,
  assertPlace: (path: string) => void,
) => {
  const files = new Map<string, LogEnd>();

  const remember = (path: string, end: LogEnd): void => {
    files.delete(path);
    files.set(path, end);
    for (const oldest of files.keys()) {
      if (files.size <= mostFiles) break;
      files.delete(oldest);
    }
  };

  /** The text of a log, on the disk before anything is done because of it; empty if there is none. */
  const read = async (path: string): Promise<string> => {
    const text = (await textAt(path)) ?? '';
    const bytes = Buffer.byteLength(text);
    if (files.get(path)?.bytes === bytes) return text;
    // Its writer may have died between writing and flushing.
    if (bytes > 0) {
      await flush(path);
      await flush(dirname(path));
    }
    remember(path, endOf(text));
    return text;
  };

  /**
   * Appends a line. Only the flush waits for the disk: each step of the thread pool would cost more than the other ones take.
   * @returns the size of the file after it
   */
  const add = async (path: string, line: Buffer): Promise<number> => {
    const file = await inFolder(path, async () => openSync(path, toAppend, 0o600));
    try {
      assertPlace(path);
      if (writeSync(file, line) !== line.length) throw new StoreUnavailable(`the disk of ${path} is full`);
      await dataSynced(file);
      const { size, nlink } = fstatSync(file);
      if (nlink === 0) throw new StoreConflict('another process removed the log');
      return size;
    } finally {
      closeSync(file);
    }
  };

  return {
    read: async (path: string): Promise<WrittenRecord[]> => recordsIn(await read(path)),
    forget: (path: string): void => void files.delete(path),
    append: async (path: string, { number, body }: LogRecord): Promise<void> => {
      const end = files.get(path) ?? endOf(await read(path));
      if (number <= end.last) throw new StoreConflict('the log has a record of that number');
      const by = randomUUID().slice(0, 8);
      const line = Buffer.from(`\n${lineOf({ number, body, by })}\n`);
      const size = await add(path, line);
      if (size === line.length) await flush(dirname(path));
      if (size === end.bytes + line.length) return remember(path, { bytes: size, last: number });
      // Another writer has appended too.
      const counts = recordsIn(await read(path)).find((record) => record.number === number);
      if (counts?.by !== by) throw new StoreConflict('another writer appended a record of that number');
    },
  };
};
