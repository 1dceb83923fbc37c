import { type Command, Option } from 'commander';
import { storeOptions } from '../../session/store-options.ts';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';
import { outputOptions } from '../../shell/output.ts';
import { arrangementOptions, projectFilter, serviceFilters } from '../list-options.ts';
import type { ReportFlags } from './action.ts';
import { reportFormats } from './format-names.ts';

/** `headroom report` */
export const addReport = (program: Command, line: CommandLine, end: End): void => {
  const command = outputOptions(
    arrangementOptions(
      serviceFilters(
        projectFilter(
          storeOptions(
            program
              .command('report')
              .description(
                'show the result of the latest run: findings, coverage, forecast, budgets, maximums; csv: one row per service',
              )
              .addOption(
                new Option('--format <name>', 'html, json, csv or markdown; default: markdown').choices(reportFormats),
              )
              .option('--out <file>', 'write the report to a file')
              .option('--run <id>', 'report of this run; default: the latest')
              .option('--tag-columns <keys...>', 'csv: a column for each of these tags, such as team,cost-center')
              .option('--by <value>', 'sums of storage and cost by owner, project or tag:KEY')
              .option('--since <date>', 'storage and cost of each run since this day or time'),
          ),
        ),
      ),
    ),
  );
  example(command, 'headroom report --format html --out report.html');
  command.action(async (flags: ReportFlags) => {
    const { run } = await import('./action.ts');
    await run(line, flags);
    end(exitStatus.ok);
  });
};
