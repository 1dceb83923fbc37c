import { documentOptions, type FlagsOf, type NewCommand, profileOption } from '../../shell/options.ts';

/** `headroom validate FILE` and `headroom validate --schema`. */
export const validateOptions = (command: NewCommand) => {
  const validate = command
    .description('check a policy document; report every error and warning with line and column')
    .argument('[file]', 'policy document, YAML or JSON')
    .option('--strict', 'treat warnings as errors')
    .option('--schema', 'print the JSON Schema of policy documents, for editors');
  return documentOptions(profileOption(validate, 'the values of search options'));
};
export type ValidateFlags = FlagsOf<typeof validateOptions>;
