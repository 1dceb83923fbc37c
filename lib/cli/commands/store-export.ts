import { version } from '../../contract/version.ts';
import { counted } from '../../core/model/visible-text.ts';
import type { Store } from '../../ports.ts';
import { type CheckedExport, checkExport } from '../../run/backup/check-export.ts';
import { exportLines } from '../../run/backup/export-document.ts';
import { type ExportContents, exportStore, StoreMoved } from '../../run/backup/export-store.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { Enforcement } from '../../run/store/schemas/memory.ts';
import { systemClock } from '../../run/system-clock.ts';
import { openCommandStore } from '../session/open-store.ts';
import type { StoreFlags } from '../session/store-options.ts';
import { type CommandLine, type ExitStatus, exitStatus } from '../shell/command-line.ts';
import { type Console, consoleOf } from '../shell/console.ts';
import { readExportFile, writeExportFile } from '../stored/export-file.ts';

/** `headroom store export`: what no run can make anew, as one file. */

export interface StoreExportFlags extends StoreFlags {
  readonly json?: boolean;
}

/** Attempts while runs end. */
const mostTries = 3;

const writeExport = async (store: Store, file: string): Promise<ExportContents> => {
  const organization = (await readIfWhole<Enforcement>(store, keys.enforcement))?.organization ?? null;
  for (let tries = 1; ; tries += 1) {
    let contents: ExportContents | undefined;
    const objects = exportStore(store, (all) => {
      contents = all;
    });
    try {
      await writeExportFile(file, exportLines({ nowMs: systemClock.now(), headroom: version, organization }, objects));
      if (contents !== undefined) return contents;
    } catch (error) {
      if (!(error instanceof StoreMoved)) throw error;
      if (tries === mostTries)
        throw new Error(`${error.message}, ${mostTries} times; export between two runs, or after headroom mode stop`);
    }
  }
};

const showContents = (console: Console, { counts, leftOut }: ExportContents): void => {
  console.table(['exported', 'objects'], [...counts]);
  if (leftOut.length === 0) return;
  console.line();
  console.table(
    ['not exported', 'objects', 'instead'],
    leftOut.map(({ patterns, objects, instead }) => [patterns.join(', '), objects, instead]),
  );
};

/** A backup counts only once it was read back. @throws Error if the store's audit is not as it was sealed */
const readBack = async (file: string): Promise<CheckedExport> => {
  try {
    return await checkExport(readExportFile(file));
  } catch (error) {
    throw new Error(`${file} was written, but is no good backup: ${error instanceof Error ? error.message : error}`);
  }
};

export const run = async (line: CommandLine, file: string, flags: StoreExportFlags): Promise<ExitStatus> => {
  const console = consoleOf(line, flags);
  const contents = await writeExport(await openCommandStore(line.environment, flags), file);
  const { objects, auditEnd, damaged } = await readBack(file);
  if (flags.json)
    console.json({ file, objects, counts: Object.fromEntries(contents.counts), audit: auditEnd, damaged });
  else {
    showContents(console, contents);
    console.line(
      `${counted(objects, 'object')} in ${file}, read back; end of the audit: ${auditEnd.sequence}:${auditEnd.hash}`,
    );
  }
  for (const problem of damaged) console.problem(`damaged in the store, exported as it is: ${problem}`);
  return damaged.length === 0 ? exitStatus.ok : exitStatus.failed;
};
