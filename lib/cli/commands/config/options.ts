import { documentOptions, type FlagsOf, type NewCommand, profileOption } from '../../shell/options.ts';

const namesOptions = (command: NewCommand) =>
  profileOption(
    command.option('--search-engine <word>', "the search product's name in option names (HEADROOM_SEARCH_ENGINE)"),
    'the allowed values',
  );

/** `headroom config check` (spec.md §2.4) */
export const configCheckOptions = (command: NewCommand) =>
  documentOptions(
    namesOptions(command)
      .description('check the user_config of a search service; report every error with line and column')
      .argument('<file>', 'configuration file, YAML or JSON'),
  );

/** `headroom config schema` (spec.md §2.4) */
export const configSchemaOptions = (command: NewCommand) =>
  namesOptions(command)
    .description('print the JSON Schema of the user_config of a search service')
    .option('--json', 'no effect: the schema is JSON');
export type ConfigFlags = FlagsOf<typeof configCheckOptions>;
