import type { Command } from 'commander';
import type { AuditFlags } from '../commands/audit.ts';
import { storeOptions } from '../session/open-store.ts';
import { type CommandLine, type End, example, exitStatus } from '../shell/command-line.ts';
import { wholeNumber } from '../shell/whole-number.ts';

export const addAudit = (program: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    program
      .command('audit')
      .description('list every write to the platform, newest first, or verify that the records are unchanged')
      .option('--run <id>', 'only writes of this run')
      .option('--project <name>', "only writes in projects with this name or glob, such as 'shop-*'")
      .option('--service <name>', 'only writes for services with this name or glob')
      .option('--since <date>', 'only writes since this day or time')
      .option('--last', 'only writes of the last run that made any')
      .option('--limit <n>', 'maximum number of writes, newest first', wholeNumber(1, 1_000_000))
      .option('--verify', 'verify the whole hash chain; exit 1 and name the first record that does not match'),
  ).option('--json', 'print one JSON document on standard output');
  example(command, 'headroom audit --project acme-prod --since 2030-01-31').action(async (flags: AuditFlags) => {
    const { run } = await import('../commands/audit.ts');
    await run(line, flags);
    end(exitStatus.ok);
  });
};
