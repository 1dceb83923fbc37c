import { counted } from '../../../core/model/visible-text.ts';
import { type Imported, importStore } from '../../../run/backup/import-store.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { auditHeadIn } from '../../from-store/audit-head.ts';
import type { Console } from '../../shell/console.ts';
import type { CommandContext } from '../command.ts';
import { readExportFile } from './export-file.ts';
import type { StoreImportFlags } from './options.ts';

/** `headroom store import`: fills a store from an export. */

const show = (console: Console, file: string, { checked, written, unchanged, removed }: Imported): void => {
  const { header, auditEnd } = checked;
  const same = unchanged === 0 ? '' : `, ${unchanged} were there already`;
  console.line(`${counted(written, 'object')} imported from ${file}${same}; all of them were read back.`);
  if (removed.length > 0) console.line(`Removed, because the export does not have them: ${removed.join(', ')}.`);
  for (const problem of checked.damaged) console.note(`damaged, imported as it is: ${problem}`);
  console.line(`End of the audit: ${auditEnd.sequence}:${auditEnd.hash}.`);
  console.line(
    `Lost: everything after the export of ${header.exportedAt}. Writes of later runs are not in the audit; ` +
      'headroom audit --verify --head with the audit of the last RunCompleted event shows how many runs are missing.',
  );
  console.line(
    'Later changes of maximums look like changes by hand, and the first plan needs an approval: headroom plan',
  );
};

export const run = async (context: CommandContext<StoreImportFlags>, file: string): Promise<void> => {
  const { line, flags, console, openStore } = context;
  const { store } = await openStore();
  const imported = await importStore(
    { store, clock: systemClock },
    {
      open: () => readExportFile(file),
      overwrites: flags.overwrite ?? false,
      withDamaged: flags.withDamaged ?? false,
      head: auditHeadIn(flags.head),
      organization: flags.organization ?? line.environment.HEADROOM_ORGANIZATION,
    },
  );
  const { checked, written, unchanged, removed } = imported;
  const { header, auditEnd } = checked;
  console.answer({ written, unchanged, removed, exportedAt: header.exportedAt, audit: auditEnd }, () =>
    show(console, file, imported),
  );
};
