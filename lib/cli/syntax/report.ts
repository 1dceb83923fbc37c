import { type Command, Option } from 'commander';
import type { ReportFlags } from '../commands/report.ts';
import { storeOptions } from '../session/open-store.ts';
import { type CommandLine, type End, example, exitStatus } from '../shell/command-line.ts';
import { reportFormats } from '../views/report/format-names.ts';

/** `headroom report` */
export const addReport = (program: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    program
      .command('report')
      .description(
        'show the result of the latest run: findings, coverage, forecast, budgets, maximums; csv: one row per service',
      )
      .addOption(
        new Option('--format <name>', 'html, json, csv or markdown').choices(reportFormats).default('markdown'),
      )
      .option('--out <file>', 'write the report to a file')
      .option('--run <id>', 'report of this run; default: the latest')
      .option('--project <name...>', "list only these projects, by name or glob such as 'shop-*'; '!NAME' excludes"),
  );
  example(command, 'headroom report --format html --out report.html');
  command.action(async (flags: ReportFlags) => {
    const { run } = await import('../commands/report.ts');
    await run(line, flags);
    end(exitStatus.ok);
  });
};
