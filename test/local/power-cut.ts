import { join } from 'node:path';
import type { DirectoryStore } from '../../lib/local/directory-store.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { createDisk } from './flushing-file-system.ts';

/**
 * A store on a machine, and what is left of it after a power cut, as the store of another machine.
 * @param open opens the store; its module must see the stub of the file system
 */
export const machineWithStore = (open: (root: string) => DirectoryStore) => {
  const root = temporaryDirectory();
  const disk = createDisk(root);
  const afterCut = () => {
    const to = temporaryDirectory();
    disk.cutPower(to);
    return open(join(to, 'store'));
  };
  return { store: open(join(root, 'store')), root, afterCut };
};
