import { profiles } from '../../../core/model/profile.ts';
import { documentOptions, example, type FlagsOf, Option, type Parent } from '../../shell/options.ts';

const scope = `
Reads the platform with the token of HEADROOM_TOKEN, of --token-file, or the one that headroom token store wrote for the
organization. Writes the context and makes it the current one; puts a first policy with mode observe into the store if
it has none. Writes nothing if the platform, the token or its role is a problem.`;

/** `headroom init` */
export const initOptions = (parent: Parent) => {
  const command = parent
    .command('init')
    .description('first steps: check the connection and the role, write a context and a first policy in mode observe')
    .option('--name <name>', 'name of the context; default: the organization')
    .option('--base-url <url>', 'address of the platform')
    .option('--organization <id>', 'organization ID')
    .addOption(new Option('--profile <name>', 'platform profile; default: documented').choices(profiles))
    .option('--store <place>', 'store of runs and reports; default: a directory of the organization')
    .option('--token-file <file>', 'file of the token that headroom token store wrote')
    .addHelpText('after', scope);
  return example(documentOptions(command), 'headroom init --base-url https://api.example.com --organization org1a2b3c');
};
export type InitFlags = FlagsOf<typeof initOptions>;
