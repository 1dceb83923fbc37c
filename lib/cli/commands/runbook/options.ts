import type { Command } from 'commander';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';

/** `headroom runbook [NAME]` */
export const addRunbook = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('runbook')
    .description('print what to do about an alarm or a finding: a section of the runbook, or the names of all sections')
    .argument('[name]', 'name of an alarm or of another section');
  example(command, 'headroom runbook run-failed');
  command.action(async (name: string | undefined) => {
    const { run } = await import('./action.ts');
    run(line, name);
    end(exitStatus.ok);
  });
};
