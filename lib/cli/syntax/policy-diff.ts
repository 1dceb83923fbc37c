import type { Command } from 'commander';
import type { DiffFlags } from '../commands/policy-diff.ts';
import { stackOption } from '../session/store-options.ts';
import { type CommandLine, connectionOptions, type End, example, exitStatus } from '../shell/command-line.ts';
import { formatOption } from '../shell/output.ts';

/** `headroom policy diff [OLD] NEW` */
export const addPolicyDiff = (policy: Command, line: CommandLine, end: End): void => {
  const command = stackOption(
    connectionOptions(
      formatOption(
        policy
          .command('diff')
          .description('compare two policies for all services: gained, lost, raised, lowered, and the money')
          .argument(
            '[files...]',
            'the old and the new policy document; one alone is compared with the one in the store',
          ),
      ),
    ),
  );
  example(command, 'headroom policy diff docs/policies/opt-in.yaml docs/policies/org-wide.yaml');
  command.action(async (files: string[], flags: DiffFlags) => {
    const { run } = await import('../commands/policy-diff.ts');
    await run(line, files, flags);
    end(exitStatus.ok);
  });
};
