import { isoInstant } from '../../core/model/durations.ts';
import type { BackupFacts } from '../../core/status/backup.ts';
import type { StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, updateObject } from '../store/objects.ts';

/** What the store knows of its backups; null: none was ever expected. */
export const readBackupFacts = async (store: StorePorts['store']): Promise<BackupFacts | null> =>
  (await readIfWhole<BackupFacts>(store, keys.backup)) ?? null;

/** Notes that backups are expected from now on, unless the store knows of them. */
export const expectBackups = async ({ store, clock }: StorePorts): Promise<BackupFacts> => {
  let facts: BackupFacts = { since: isoInstant(clock.now()), proven: null, problem: null };
  // Never in place of what a backup notes at the same time.
  await updateObject<BackupFacts>(store, keys.backup, (known) => {
    if (known === undefined) return facts;
    facts = known;
    return undefined;
  });
  return facts;
};
