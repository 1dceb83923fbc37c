import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Profile, profiles } from '../../core/model/profile.ts';
import { checkSearchDocument } from '../../documents/search-document.ts';
import { searchConfigRulesJsonSchema } from '../../wire/search-options/json-schema.ts';
import { type SearchProductName, searchProductName } from '../../wire/search-product-name.ts';
import { wireProfileFrom, wordOf } from '../session/wire-profile.ts';
import { type CommandLine, consoleOf, example, exitStatus } from '../shell/command-line.ts';
import { documentFormats, type OutputFlags, outputOptions } from '../shell/output.ts';

interface ConfigFlags extends OutputFlags {
  readonly searchEngine?: string;
  readonly profile?: string;
}

/** Option names and values of the platform in use. */
const namesFor = (
  flags: ConfigFlags,
  line: CommandLine,
): { readonly names: SearchProductName; readonly profile: Profile } => {
  const wireProfile = wireProfileFrom(flags, line.environment);
  return { names: searchProductName(wordOf(wireProfile)), profile: wireProfile.profile };
};

const withProfileOptions = (command: Command): Command =>
  command
    .option('--search-engine <word>', "the search product's name in option names (HEADROOM_SEARCH_ENGINE)")
    .option(
      '--profile <name>',
      `platform profile, which defines the allowed values: ${profiles.join(' or ')} (HEADROOM_PROFILE)`,
    );

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file}: cannot be read (${error.code ?? error.message}); use the path of a configuration file`);
  });

/** Reports every error and warning of a configuration, with its place. */
const check = async (line: CommandLine, file: string, flags: ConfigFlags): Promise<number> => {
  const { json } = flags;
  const console = consoleOf(line, flags);
  const { names, profile } = namesFor(flags, line);
  const { errors, warnings } = checkSearchDocument(await readText(file), file, names, profile);
  const isValid = errors.length === 0;
  if (json) console.json({ valid: isValid, errors, warnings });
  for (const text of json ? [] : warnings) console.note(`warning: ${text}`);
  for (const text of json ? [] : errors) console.note(text);
  if (isValid && !json) console.line(`${file}: valid`);
  return isValid ? exitStatus.ok : exitStatus.failed;
};

/** `headroom config check` and `headroom config schema` (spec.md §2.4). */
export const addConfig = (program: Command, line: CommandLine, end: (status: number) => void): void => {
  const config = program
    .command('config')
    .description('check the configuration of a search service, or print its schema');
  example(config, 'headroom config check search.yaml');

  const checking = withProfileOptions(config.command('check'))
    .description('check the user_config of a search service; report every error with line and column')
    .argument('<file>', 'configuration file, YAML or JSON');
  outputOptions(checking, documentFormats);
  example(checking, 'headroom config check search.yaml');
  checking.action(async (file: string, flags: ConfigFlags) => end(await check(line, file, flags)));

  const schema = withProfileOptions(config.command('schema'))
    .description('print the JSON Schema of the user_config of a search service')
    .option('--json', 'no effect: the schema is JSON');
  example(schema, 'headroom config schema > search.schema.json');
  schema.action((flags: ConfigFlags) => {
    const { names, profile } = namesFor(flags, line);
    consoleOf(line, { json: true }).foreignJson(names.schemaToWire(searchConfigRulesJsonSchema(profile)));
    end(exitStatus.ok);
  });
};
