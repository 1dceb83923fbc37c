import type { Command } from 'commander';
import type { CommandLine, End } from '../shell/command-line.ts';
import { addPolicyDiff } from './policy-diff.ts';

/** `headroom policy`: the policy document as code. One file per subcommand, `policy-NAME.ts`. */

type AddSubcommand = (policy: Command, line: CommandLine, end: End) => void;

const subcommands: readonly AddSubcommand[] = [addPolicyDiff];

/** `headroom policy …` */
export const addPolicy = (program: Command, line: CommandLine, end: End): void => {
  const policy = program.command('policy').description('work with the policy document as code');
  for (const add of subcommands) add(policy, line, end);
};
