import { checkExport, checkStore } from '../../../run/backup/check.ts';
import { auditHeadIn } from '../../from-store/audit-head.ts';
import { openCommandStore } from '../../session/open-store.ts';
import { type CommandLine, type ExitStatus, exitStatus } from '../../shell/command-line.ts';
import { consoleOf } from '../../shell/console.ts';
import { readExportFile } from './export-file.ts';
import type { StoreVerifyFlags } from './options.ts';

/** `headroom store verify`: reads a whole store, or a whole export, and names each damaged object. */

const checkOf = async (line: CommandLine, file: string | undefined, flags: StoreVerifyFlags) => {
  const head = auditHeadIn(flags.head);
  if (file === undefined) {
    const { objects, audit, damaged } = await checkStore(await openCommandStore(line.environment, flags), head);
    return { objects, audit: audit.end, damaged, exportedAt: null };
  }
  const { header, objects, auditEnd, damaged } = await checkExport(readExportFile(file), head);
  return { objects, audit: auditEnd, damaged, exportedAt: header.exportedAt };
};

export const run = async (
  line: CommandLine,
  file: string | undefined,
  flags: StoreVerifyFlags,
): Promise<ExitStatus> => {
  const console = consoleOf(line, flags);
  const check = await checkOf(line, file, flags);
  const { objects, audit, damaged, exportedAt } = check;
  if (flags.json) console.json(check);
  else {
    const of = exportedAt === null ? 'the store' : `the export of ${exportedAt}`;
    console.line(`verified: ${objects - damaged.length} of ${objects} objects of ${of} can be read`);
    console.line(`the audit is unchanged; its end: ${audit.sequence}:${audit.hash}`);
    if (flags.head !== undefined) console.line('the audit contains the file that --head names');
  }
  if (objects === 0) console.note('there was nothing to verify: if a run has ended, check --store and --organization');
  for (const problem of damaged) console.problem(`damaged: ${problem}`);
  return damaged.length === 0 ? exitStatus.ok : exitStatus.failed;
};
