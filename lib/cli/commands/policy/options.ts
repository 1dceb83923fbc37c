import type { Command } from 'commander';
import { profiles } from '../../../core/model/profile.ts';
import { stackOption, storeOptions } from '../../session/store-options.ts';
import { type CommandLine, connectionOptions, type End, example, exitStatus } from '../../shell/command-line.ts';
import { formatOption } from '../../shell/output.ts';
import type { DiffFlags } from './diff.ts';
import type { GetFlags } from './get.ts';
import type { HistoryFlags } from './history.ts';
import type { PutFlags } from './put.ts';
import type { TestFlags } from './test.ts';

/** `headroom policy diff [OLD] NEW` */
const addPolicyDiff = (policy: Command, line: CommandLine, end: End): void => {
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
    const { run } = await import('./diff.ts');
    await run(line, files, flags);
    end(exitStatus.ok);
  });
};

/** `headroom policy`: the policy document as code. */

type AddSubcommand = (policy: Command, line: CommandLine, end: End) => void;

/** `headroom policy put FILE` */
const addPolicyPut = (policy: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    policy
      .command('put')
      .description(
        'check a policy document and put it into the store, with the files that it includes and its calendar; later runs decide by it',
      )
      .argument('<file>', 'policy document, YAML or JSON'),
  )
    .option('--message <text>', 'why it changes, for headroom policy history')
    .option('--profile <name>', 'platform profile of search options: documented or current (HEADROOM_PROFILE)')
    .option('--json', 'print one JSON document on standard output');
  example(command, "headroom policy put docs/policies/org-wide.yaml --message 'more for staging'");
  command.action(async (file: string, flags: PutFlags) => {
    const { run } = await import('./put.ts');
    await run(line, file, flags);
    end(exitStatus.ok);
  });
};

/** `headroom policy get` */
const addPolicyGet = (policy: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    policy
      .command('get')
      .description('print the policy document in the store, or an earlier version of it')
      .argument('[version]', 'a version from headroom policy history; its first characters suffice'),
  ).option('--out <file>', 'write it to a file instead of standard output');
  example(command, 'headroom policy get --out policy.yaml');
  command.action(async (version: string | undefined, flags: GetFlags) => {
    const { run } = await import('./get.ts');
    await run(line, version, flags);
    end(exitStatus.ok);
  });
};

/** `headroom policy history` */
const addPolicyHistory = (policy: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    policy.command('history').description('list the policy documents that were put into the store, newest first'),
  ).option('--json', 'print one JSON document on standard output');
  example(command, 'headroom policy history');
  command.action(async (flags: HistoryFlags) => {
    const { run } = await import('./history.ts');
    await run(line, flags);
    end(exitStatus.ok);
  });
};

const addPolicyTest = (policy: Command, line: CommandLine, end: End): void => {
  const command = policy
    .command('test')
    .description('decide the cases of a file with its policy, and compare effect, maximum and rule')
    .argument('<file>', 'cases, YAML or JSON')
    .option('--policy <file>', 'policy document; default: the one that the file of the cases names')
    .option('--junit <file>', 'also write the results as JUnit XML')
    .option(
      '--profile <name>',
      `platform profile, which defines the values of search options: ${profiles.join(' or ')} (HEADROOM_PROFILE)`,
    )
    .option('--json', 'print one JSON document on standard output');
  example(command, 'headroom policy test docs/policy-tests/org-wide.yaml --junit results.xml');
  command.action(async (file: string, flags: TestFlags) => {
    const { run } = await import('./test.ts');
    end(await run(line, file, flags));
  });
};

const subcommands: readonly AddSubcommand[] = [
  addPolicyPut,
  addPolicyGet,
  addPolicyDiff,
  addPolicyHistory,
  addPolicyTest,
];

/** `headroom policy …` */
export const addPolicy = (program: Command, line: CommandLine, end: End): void => {
  const policy = program.command('policy').description('work with the policy document as code');
  for (const add of subcommands) add(policy, line, end);
  example(policy, 'headroom policy put docs/policies/org-wide.yaml');
};
