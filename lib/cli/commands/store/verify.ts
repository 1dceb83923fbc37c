import { checkExport, checkStore } from '../../../run/backup/check.ts';
import { auditHeadIn } from '../../from-store/audit-head.ts';
import { type ExitStatus, exitStatus } from '../../shell/command-line.ts';
import type { CommandContext } from '../command.ts';
import { readExportFile } from './export-file.ts';
import type { StoreVerifyFlags } from './options.ts';

/** `headroom store verify`: reads a whole store, or a whole export, and names each damaged object. */

const checkOf = async ({ flags, openStore }: CommandContext<StoreVerifyFlags>, file: string | undefined) => {
  const head = auditHeadIn(flags.head);
  if (file === undefined) {
    const { objects, audit, damaged } = await checkStore((await openStore()).store, head);
    return { objects, audit: audit.end, damaged, exportedAt: null };
  }
  const { header, objects, auditEnd, damaged } = await checkExport(readExportFile(file), head);
  return { objects, audit: auditEnd, damaged, exportedAt: header.exportedAt };
};

export const run = async (context: CommandContext<StoreVerifyFlags>, file?: string): Promise<ExitStatus> => {
  const { flags, console } = context;
  const check = await checkOf(context, file);
  const { objects, audit, damaged, exportedAt } = check;
  console.answer(check, () => {
    const of = exportedAt === null ? 'the store' : `the export of ${exportedAt}`;
    console.line(`verified: ${objects - damaged.length} of ${objects} objects of ${of} can be read`);
    console.line(`the audit is unchanged; its end: ${audit.sequence}:${audit.hash}`);
    if (flags.head !== undefined) console.line('the audit contains the file that --head names');
  });
  if (objects === 0) console.note('there was nothing to verify: if a run has ended, check --store and --organization');
  for (const problem of damaged) console.problem(`damaged: ${problem}`);
  return damaged.length === 0 ? exitStatus.ok : exitStatus.failed;
};
