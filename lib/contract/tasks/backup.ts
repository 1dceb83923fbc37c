import * as z from 'zod';
import { storeAreas as area, wholeStore } from '../store-keys.ts';
import { contract, count } from './parts.ts';

/** Exports the store to where backups are kept, and restores what it reads from there. It deletes nothing anywhere. */
export const backupTask = contract({
  name: 'backup',
  workflow: null,
  environment: ['bucket', 'backups'],
  // The export is in memory as a whole, and so is the store that it is restored into.
  memoryMb: 2048,
  timeoutSeconds: 900,
  stateSeconds: null,
  order: null,
  copies: 1,
  store: { read: [wholeStore], write: [area.signs], delete: [] },
  input: z.object({}),
  /** `proven`: the backup was restored, and is the store's. */
  output: z.object({ proven: z.boolean(), objects: count, problem: z.string().optional() }),
});
