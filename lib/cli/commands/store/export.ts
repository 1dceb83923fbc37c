import { counted } from '../../../core/model/visible-text.ts';
import type { StorePorts } from '../../../ports.ts';
import type { CheckedExport } from '../../../run/backup/check.ts';
import { type ExportContents, wholeExport } from '../../../run/backup/export-store.ts';
import { drillRestore } from '../../../run/backup/import-store.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { type ExitStatus, exitStatus } from '../../shell/command-line.ts';
import type { Console } from '../../shell/console.ts';
import type { CommandContext } from '../command.ts';
import { readExportFile, writeExportFile } from './export-file.ts';
import type { StoreExportFlags } from './options.ts';

/** `headroom store export`: what no run can make anew, as one file. */

const showContents = (console: Console, { counts, leftOut }: ExportContents): void => {
  console.table(['exported', 'objects'], [...counts]);
  if (leftOut.length === 0) return;
  console.line();
  console.table(
    ['not exported', 'objects', 'instead'],
    leftOut.map(({ patterns, objects, instead }) => [patterns.join(', '), objects, instead]),
  );
};

/** A backup counts only once it was read back and restored. @throws Error if the store's audit is not as it was sealed */
const prove = async (ports: StorePorts, file: string): Promise<CheckedExport> => {
  try {
    return await drillRestore(ports, () => readExportFile(file));
  } catch (error) {
    throw new Error(`${file} was written, but is no good backup: ${error instanceof Error ? error.message : error}`);
  }
};

export const run = async (context: CommandContext<StoreExportFlags>, file: string): Promise<ExitStatus> => {
  const { console, openStore } = context;
  const { store } = await openStore();
  const ports = { store, clock: systemClock };
  const contents = await wholeExport(ports, (lines) => writeExportFile(file, lines));
  const { objects, auditEnd, damaged } = await prove(ports, file);
  const counts = Object.fromEntries(contents.counts);
  console.answer({ file, objects, counts, audit: auditEnd, damaged }, () => {
    showContents(console, contents);
    console.line(
      `${counted(objects, 'object')} in ${file}, read back and restored in memory; end of the audit: ${auditEnd.sequence}:${auditEnd.hash}`,
    );
  });
  for (const problem of damaged) console.problem(`damaged in the store, exported as it is: ${problem}`);
  return damaged.length === 0 ? exitStatus.ok : exitStatus.failed;
};
