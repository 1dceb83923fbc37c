import { isoInstant } from '../../core/model/durations.ts';
import type { BackupFacts } from '../../core/status/backup.ts';
import type { StorePorts } from '../../ports.ts';
import { putIf } from '../store/conditions.ts';
import { objectText } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole } from '../store/objects.ts';

/** What the store knows of its backups; null: none was ever expected. */
export const readBackupFacts = async (store: StorePorts['store']): Promise<BackupFacts | null> =>
  (await readIfWhole<BackupFacts>(store, keys.backup)) ?? null;

/** Notes that backups are expected from now on, unless the store knows of them. */
export const expectBackups = async ({ store, clock }: StorePorts): Promise<BackupFacts> => {
  const known = await readBackupFacts(store);
  if (known !== null) return known;
  const note: BackupFacts = { since: isoInstant(clock.now()), proven: null, problem: null };
  // Never in place of what a backup notes at the same time.
  await putIf(store, keys.backup, objectText(note), { ifAbsent: true });
  return note;
};
