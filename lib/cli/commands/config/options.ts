import { profiles } from '../../../core/model/profile.ts';
import { documentOptions, example, type FlagsOf, type Parent } from '../../shell/options.ts';

const command = (parent: Parent, name: string) =>
  parent
    .command(name)
    .option('--search-engine <word>', "the search product's name in option names (HEADROOM_SEARCH_ENGINE)")
    .option(
      '--profile <name>',
      `platform profile, which defines the allowed values: ${profiles.join(' or ')} (HEADROOM_PROFILE)`,
    );

/** `headroom config check` (spec.md §2.4) */
export const configCheckOptions = (parent: Parent) => {
  const check = command(parent, 'check')
    .description('check the user_config of a search service; report every error with line and column')
    .argument('<file>', 'configuration file, YAML or JSON');
  return example(documentOptions(check), 'headroom config check search.yaml');
};

/** `headroom config schema` (spec.md §2.4) */
export const configSchemaOptions = (parent: Parent) => {
  const schema = command(parent, 'schema')
    .description('print the JSON Schema of the user_config of a search service')
    .option('--json', 'no effect: the schema is JSON');
  return example(schema, 'headroom config schema > search.schema.json');
};
export type ConfigFlags = FlagsOf<typeof configCheckOptions>;
