import { profiles } from '../../../core/model/model.ts';
import { documentOptions, type FlagsOf, type NewCommand, Option } from '../../shell/options.ts';

const scope = `
Reads the platform with the token of HEADROOM_TOKEN, of --token-file, or the one that headroom token store wrote for the
organization. Writes the settings of the organization to a file of environment variables that only you can read, never with the
token; puts a first policy with mode observe into the store if it has none. Writes nothing if the platform, the token or its role is a problem.`;

/** `headroom init` */
export const initOptions = (command: NewCommand) => {
  const init = command
    .description(
      'first steps: check the connection and the role, write the settings and a first policy in mode observe',
    )
    .option('--base-url <url>', 'address of the platform')
    .option('--organization <id>', 'organization ID')
    .addOption(new Option('--profile <name>', 'platform profile; default: documented').choices(profiles))
    .option('--store <place>', 'store of runs and reports; default: a directory of the organization')
    .option('--token-file <file>', 'file of the token that headroom token store wrote')
    .option('--out <file>', 'where to write the settings; default: beside the token of the organization')
    .addHelpText('after', scope);
  return documentOptions(init);
};
export type InitFlags = FlagsOf<typeof initOptions>;
