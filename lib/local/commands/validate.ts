import type { Command } from 'commander';
import { readPolicyFile } from '../policy-file.ts';
import { type CommandLine, consoleOf, example, exitStatus } from './command-line.ts';

export const addValidate = (program: Command, line: CommandLine, end: (status: number) => void): void => {
  const command = program
    .command('validate')
    .description('check a policy document; every error with its line and column')
    .argument('<file>', 'policy document, YAML or JSON')
    .option('--json', 'print one JSON document on standard output');
  example(command, 'headroom validate docs/policies/org-wide.yaml');
  command.action(async (file: string, flags: { readonly json?: boolean }) => {
    const console = consoleOf(line, flags.json);
    const { policy } = await readPolicyFile(file);
    if (flags.json) console.json({ valid: true, mode: policy.mode, rules: policy.rules.length });
    else console.line(`${file}: valid; mode ${policy.mode}, ${policy.rules.length} rules`);
    end(exitStatus.ok);
  });
};
