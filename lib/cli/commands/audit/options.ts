import {
  detailsOptions,
  type FlagsOf,
  type NewCommand,
  projectFilter,
  serviceFilters,
  storeOptions,
  tableOptions,
  wholeNumber,
} from '../../shell/options.ts';

export const auditOptions = (command: NewCommand) => {
  const audit = storeOptions(
    command
      .description('list every write to the platform, newest first, or verify that the records are unchanged')
      .option('--run <id>', 'only writes of this run')
      .option('--since <date>', 'only writes since this day or time')
      .option('--last', 'only writes of the last run that made any')
      .option('--limit <n>', 'maximum number of writes, newest first', wholeNumber(1, 1_000_000))
      .option('--verify', 'verify the whole hash chain; exit 1 and name the first record that does not match')
      .option(
        '--head <end>',
        'with --verify: an earlier end of the chain, SEQUENCE:HASH, as the event RunCompleted names it',
      ),
  );
  return detailsOptions(serviceFilters(projectFilter(tableOptions(audit)))).option(
    '--sort <column>',
    'sort the writes by this column; -COLUMN sorts in descending order',
  );
};
export type AuditFlags = FlagsOf<typeof auditOptions>;
