import { type FlagsOf, listOptions, type NewCommand, Option, storeOptions, tableOptions } from '../../shell/options.ts';

const reportFormats = ['html', 'json', 'csv', 'markdown'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** `headroom report` */
export const reportOptions = (command: NewCommand) => {
  const report = command
    .description(
      'show the result of the latest run: findings, coverage, forecast, budgets, maximums; csv: one row per service',
    )
    .addOption(new Option('--format <name>', 'html, json, csv or markdown; default: markdown').choices(reportFormats))
    .option('--out <file>', 'write the report to a file')
    .option('--run <id>', 'report of this run; default: the latest')
    .option('--month <yyyy-mm>', 'the money of this month instead: spent, expected, teams, who got room')
    .option('--tag-columns <keys...>', 'csv: a column for each of these tags, such as team,cost-center');
  return tableOptions(listOptions(storeOptions(report)));
};
export type ReportFlags = FlagsOf<typeof reportOptions>;
