import type { Command } from 'commander';
import { storeOptions } from '../../session/store-options.ts';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';
import { outputOptions } from '../../shell/output.ts';
import { wholeNumber } from '../../shell/whole-number.ts';
import { detailsOptions, projectFilter, serviceFilters } from '../list-options.ts';
import type { AuditFlags } from './action.ts';

const auditFilters = (command: Command): Command =>
  detailsOptions(serviceFilters(projectFilter(command))).option(
    '--sort <column>',
    'sort the writes by this column; -COLUMN sorts in descending order',
  );

export const addAudit = (program: Command, line: CommandLine, end: End): void => {
  const command = auditFilters(
    outputOptions(
      storeOptions(
        program
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
      ),
    ),
  );
  example(command, 'headroom audit --project acme-prod --since 2030-01-31').action(async (flags: AuditFlags) => {
    const { run } = await import('./action.ts');
    await run(line, flags);
    end(exitStatus.ok);
  });
};
