import type { Profile } from '../../../core/model/profile.ts';
import { readNamed } from '../../../documents/files/named.ts';
import { checkSearchDocument } from '../../../documents/search-document.ts';
import { searchConfigRulesJsonSchema } from '../../../wire/search-options/json-schema.ts';
import { type SearchProductName, searchProductName } from '../../../wire/search-product-name.ts';
import { wireProfileFrom, wordOf } from '../../session/wire-profile.ts';
import { type CommandLine, exitStatus } from '../../shell/command-line.ts';
import { consoleOf } from '../../shell/console.ts';
import type { ConfigFlags } from './options.ts';

/** Option names and values of the platform in use. */
const namesFor = (
  flags: ConfigFlags,
  line: CommandLine,
): { readonly names: SearchProductName; readonly profile: Profile } => {
  const wireProfile = wireProfileFrom(flags, line.environment);
  return { names: searchProductName(wordOf(wireProfile)), profile: wireProfile.profile };
};

/** Reports every error and warning of a configuration, with its place. */
export const check = async (line: CommandLine, file: string, flags: ConfigFlags): Promise<number> => {
  const { json } = flags;
  const console = consoleOf(line, flags);
  const { names, profile } = namesFor(flags, line);
  const { errors, warnings } = checkSearchDocument(
    await readNamed(file, { use: 'a configuration file', mostMib: 4 }),
    file,
    names,
    profile,
  );
  const isValid = errors.length === 0;
  if (json) console.json({ valid: isValid, errors, warnings });
  for (const text of json ? [] : warnings) console.problem(`warning: ${text}`);
  for (const text of json ? [] : errors) console.problem(text);
  if (isValid && !json) console.line(`${file}: valid`);
  return isValid ? exitStatus.ok : exitStatus.failed;
};

/** Prints the JSON Schema of a configuration, with the option names of the platform in use. */
export const printSchema = (line: CommandLine, flags: ConfigFlags): number => {
  const { names, profile } = namesFor(flags, line);
  consoleOf(line, { json: true }).foreignJson(names.schemaToWire(searchConfigRulesJsonSchema(profile)));
  return exitStatus.ok;
};
