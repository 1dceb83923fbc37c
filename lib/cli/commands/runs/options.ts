import type { Command } from 'commander';
import { storeOptions } from '../../session/store-options.ts';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';
import { outputOptions } from '../../shell/output.ts';
import { wholeNumber } from '../../shell/whole-number.ts';
import { arrangementOptions } from '../list-options.ts';
import type { RunsFlags } from './action.ts';

/** `headroom runs [--last N]` */
export const addRuns = (program: Command, line: CommandLine, end: End): void => {
  const command = arrangementOptions(
    outputOptions(
      storeOptions(
        program
          .command('runs')
          .description('list the latest runs, newest first: outcome, counts, money, trigger and requester')
          .option('--last <n>', 'number of runs', wholeNumber(1, 10_000), 20),
      ),
    ),
  );
  example(command, 'headroom runs --last 5').action(async (flags: RunsFlags) => {
    const { run } = await import('./action.ts');
    await run(line, flags);
    end(exitStatus.ok);
  });
};
