import { type Command, Option } from 'commander';
import { profiles } from '../../../core/model/profile.ts';
import { type CommandLine, type End, example } from '../../shell/command-line.ts';
import { documentFormats, outputOptions } from '../../shell/output.ts';
import type { InitFlags } from './action.ts';

const scope = `
Reads the platform with the token of HEADROOM_TOKEN, of --token-file, or the one that headroom token store wrote for the
organization. Writes the context and makes it the current one; puts a first policy with mode observe into the store if
it has none. Writes nothing if the platform, the token or its role is a problem.`;

/** `headroom init` */
export const addInit = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('init')
    .description('first steps: check the connection and the role, write a context and a first policy in mode observe')
    .option('--name <name>', 'name of the context; default: the organization')
    .option('--base-url <url>', 'address of the platform')
    .option('--organization <id>', 'organization ID')
    .addOption(new Option('--profile <name>', 'platform profile; default: documented').choices(profiles))
    .option('--store <place>', 'store of runs and reports; default: a directory of the organization')
    .option('--token-file <file>', 'file of the token that headroom token store wrote')
    .addHelpText('after', scope);
  outputOptions(command, documentFormats);
  example(command, 'headroom init --base-url https://api.example.com --organization org1a2b3c').action(
    async (flags: InitFlags) => {
      const { run } = await import('./action.ts');
      end(await run(line, flags));
    },
  );
};
