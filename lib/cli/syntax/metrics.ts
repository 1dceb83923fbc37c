import type { Command } from 'commander';
import { type StoreFlags, storeOptions } from '../session/store-options.ts';
import { type CommandLine, type End, example, exitStatus } from '../shell/command-line.ts';

/** `headroom metrics` */
export const addMetrics = (program: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    program
      .command('metrics')
      .description('print figures of the store as text for Prometheus: ages, coverage, findings, money; makes no call'),
  );
  example(command, 'headroom metrics --stack headroom');
  command.action(async (flags: StoreFlags) => {
    const { run } = await import('../commands/metrics.ts');
    await run(line, flags);
    end(exitStatus.ok);
  });
};
