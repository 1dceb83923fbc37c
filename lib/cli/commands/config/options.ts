import type { Command } from 'commander';
import { profiles } from '../../../core/model/profile.ts';
import { type CommandLine, type End, example } from '../../shell/command-line.ts';
import { documentFormats, outputOptions } from '../../shell/output.ts';
import type { ConfigFlags } from './action.ts';

const withProfileOptions = (command: Command): Command =>
  command
    .option('--search-engine <word>', "the search product's name in option names (HEADROOM_SEARCH_ENGINE)")
    .option(
      '--profile <name>',
      `platform profile, which defines the allowed values: ${profiles.join(' or ')} (HEADROOM_PROFILE)`,
    );

/** `headroom config check` and `headroom config schema` (spec.md §2.4). */
export const addConfig = (program: Command, line: CommandLine, end: End): void => {
  const config = program
    .command('config')
    .description('check the configuration of a search service, or print its schema');
  example(config, 'headroom config check search.yaml');

  const checking = withProfileOptions(config.command('check'))
    .description('check the user_config of a search service; report every error with line and column')
    .argument('<file>', 'configuration file, YAML or JSON');
  outputOptions(checking, documentFormats);
  example(checking, 'headroom config check search.yaml');
  checking.action(async (file: string, flags: ConfigFlags) => {
    const { check } = await import('./action.ts');
    end(await check(line, file, flags));
  });

  const schema = withProfileOptions(config.command('schema'))
    .description('print the JSON Schema of the user_config of a search service')
    .option('--json', 'no effect: the schema is JSON');
  example(schema, 'headroom config schema > search.schema.json');
  schema.action(async (flags: ConfigFlags) => {
    const { printSchema } = await import('./action.ts');
    end(printSchema(line, flags));
  });
};
