import { isoInstant } from '../../core/model/durations.ts';
import { auditEndIn, type BackupFacts, backupName } from '../../core/status/backup.ts';
import type { BackupPorts, StorePorts } from '../../ports.ts';
import { auditEnd } from '../audit/reading.ts';
import { keys } from '../store/keys.ts';
import { writeObject } from '../store/objects.ts';
import { expectBackups } from './backup-facts.ts';
import { linesOf } from './export-document.ts';
import { wholeExport } from './export-store.ts';
import { drillRestore } from './import-store.ts';

const exportText = async (ports: StorePorts): Promise<string> => {
  let text = '';
  await wholeExport(ports, async (lines) => {
    const all: string[] = [];
    for await (const line of lines) all.push(line);
    text = all.join('');
  });
  return text;
};

/**
 * Exports the store to where backups are kept, reads the export back, restores it into memory and compares it. A backup that
 * proves nothing stays there and is noted as a problem: what it has is more than nothing.
 */
export const backUp = async (ports: BackupPorts): Promise<BackupFacts> => {
  const { store, backups, clock } = ports;
  const { since, proven } = await expectBackups(ports);
  const earlier = (await backups.list('')).flatMap((name) => auditEndIn(name) ?? []);
  const at = isoInstant(clock.now());
  const name = backupName(clock.now(), await auditEnd(store));
  await backups.put(name, await exportText(ports));
  let note: BackupFacts;
  try {
    const kept = await backups.get(name);
    if (kept === undefined) throw new Error(`${name} is not there after it was written`);
    const { objects, damaged } = await drillRestore(ports, () => linesOf([kept.body]), earlier);
    note = { since, proven: { at, name, objects, damaged: damaged.length }, problem: null };
  } catch (error) {
    note = { since, proven, problem: `${name}: ${error instanceof Error ? error.message : error}` };
  }
  await writeObject(store, keys.backup, note);
  return note;
};
