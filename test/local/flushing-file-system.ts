import { createRequire } from 'node:module';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The real file system, also where `node:fs` is the stub below. */
const fs = createRequire(import.meta.url)('node:fs') as typeof import('node:fs');

interface Disk {
  readonly flushed: (path: string) => void;
  /** Writes to another folder what the disk has. */
  readonly cutPower: (to: string) => void;
}

const disks = new Set<Disk>();

/**
 * What a disk has of a folder: content and names as of their last flush. A process that dies leaves everything; a machine that
 * stops leaves only this.
 */
export const createDisk = (root: string) => {
  const contents = new Map<number, Buffer>();
  const names = new Map<number, ReadonlyMap<string, number>>();
  const kinds = new Map<number, 'folder' | 'file'>();
  /** What is open keeps its number: the file system gives that of a removed file to the next one. */
  const open = new Map<number, number>();
  onTestFinished(() => {
    disks.delete(disk);
    for (const file of open.values()) fs.closeSync(file);
  });

  const known = (path: string): number | undefined => {
    try {
      const file = fs.openSync(path, 'r');
      const { ino } = fs.fstatSync(file);
      if (open.has(ino)) fs.closeSync(file);
      else open.set(ino, file);
      kinds.set(ino, fs.fstatSync(open.get(ino) ?? file).isDirectory() ? 'folder' : 'file');
      return ino;
    } catch {
      return undefined;
    }
  };

  /** Called at each flush that was answered. */
  const flushed = (path: string): void => {
    const node = path.startsWith(root) ? known(path) : undefined;
    if (node === undefined) return;
    if (kinds.get(node) === 'file') {
      contents.set(node, fs.readFileSync(path));
      return;
    }
    const entries = new Map<string, number>();
    for (const name of fs.readdirSync(path)) {
      const entry = known(join(path, name));
      if (entry !== undefined) entries.set(name, entry);
    }
    names.set(node, entries);
  };

  const restore = (folder: number, to: string): void => {
    fs.mkdirSync(to, { recursive: true });
    for (const [name, node] of names.get(folder) ?? []) {
      const path = join(to, name);
      if (kinds.get(node) === 'folder') restore(node, path);
      else fs.writeFileSync(path, contents.get(node) ?? '');
    }
  };

  const disk: Disk = { flushed, cutPower: (to) => restore(fs.statSync(root).ino, to) };
  disks.add(disk);
  return disk;
};

type Done = (error: Error | null, result?: unknown) => void;

const openFiles = new Map<number, string>();

const flushing = (name: 'fsync' | 'fdatasync') => (file: number, done: Done) => {
  const path = openFiles.get(file) ?? '';
  fs[name](file, (error) => {
    if (error === null) for (const disk of disks) disk.flushed(path);
    done(error);
  });
};

/** Stands in for `node:fs` in a test: the disks of machines notice what is flushed. */
export const flushingFileSystem = {
  ...fs,
  openSync: (path: string, flags: string, mode: number) => {
    const file = fs.openSync(path, flags, mode);
    openFiles.set(file, path);
    return file;
  },
  open: (path: string, flags: string, ...rest: unknown[]) => {
    const done = rest.pop() as Done;
    fs.open(path, flags, ...(rest as [number]), (error: Error | null, file: number) => {
      openFiles.set(file, path);
      done(error, file);
    });
  },
  fsync: flushing('fsync'),
  fdatasync: flushing('fdatasync'),
};
