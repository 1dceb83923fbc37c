import { profiles } from '../../../core/model/profile.ts';
import { example, type FlagsOf, outputOptions, type Parent } from '../../shell/options.ts';
import { documentFormats } from '../../shell/output.ts';

/** `headroom validate FILE` and `headroom validate --schema`. */
export const validateOptions = (parent: Parent) => {
  const command = parent
    .command('validate')
    .description(
      'check a policy document and the files that it includes; report every error and warning with line and column',
    )
    .argument('[file]', 'policy document, YAML or JSON')
    .option('--strict', 'treat warnings as errors')
    .option('--schema', 'print the JSON Schema of policy documents, for editors')
    .option('--included', 'with --schema: the schema of included files')
    .option(
      '--profile <name>',
      `platform profile, which defines the values of search options: ${profiles.join(' or ')} (HEADROOM_PROFILE)`,
    );
  return example(
    outputOptions(command, [...documentFormats, 'sarif']),
    'headroom validate docs/policies/org-wide.yaml',
  );
};
export type ValidateFlags = FlagsOf<typeof validateOptions>;
