import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a disk has of a folder: content and names as of their last flush. A process that dies leaves everything; a machine that
 * stops leaves only this.
 */
export const createDisk = (root: string) => {
  const contents = new Map<number, Buffer>();
  const names = new Map<number, ReadonlyMap<string, number>>();
  const kinds = new Map<number, 'folder' | 'file'>();

  /** Called at each flush that was answered. */
  const flushed = (path: string): void => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || !path.startsWith(root)) return;
    if (!stats.isDirectory()) {
      contents.set(stats.ino, readFileSync(path));
      return;
    }
    const entries = new Map<string, number>();
    for (const name of readdirSync(path)) {
      const entry = statSync(join(path, name), { throwIfNoEntry: false });
      if (entry === undefined) continue;
      entries.set(name, entry.ino);
      kinds.set(entry.ino, entry.isDirectory() ? 'folder' : 'file');
    }
    names.set(stats.ino, entries);
  };

  const restore = (folder: number, to: string): void => {
    mkdirSync(to, { recursive: true });
    for (const [name, node] of names.get(folder) ?? []) {
      const path = join(to, name);
      if (kinds.get(node) === 'folder') restore(node, path);
      else writeFileSync(path, contents.get(node) ?? '');
    }
  };

  return { flushed, cutPower: (to: string): void => restore(statSync(root).ino, to) };
};
