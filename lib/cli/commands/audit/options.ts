import {
  detailsOptions,
  example,
  type FlagsOf,
  type Parent,
  projectFilter,
  serviceFilters,
  storeOptions,
  tableOptions,
  wholeNumber,
} from '../../shell/options.ts';

export const auditOptions = (parent: Parent) => {
  const audit = storeOptions(
    parent
      .command('audit')
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
  const command = detailsOptions(serviceFilters(projectFilter(tableOptions(audit)))).option(
    '--sort <column>',
    'sort the writes by this column; -COLUMN sorts in descending order',
  );
  return example(command, 'headroom audit --project acme-prod --since 2030-01-31');
};
export type AuditFlags = FlagsOf<typeof auditOptions>;
