import type { Profile } from '../../../core/model/model.ts';
import { readNamed } from '../../../documents/files/named.ts';
import { checkSearchDocument } from '../../../documents/search-document.ts';
import { searchConfigRulesJsonSchema } from '../../../wire/search-options/schema.ts';
import { type SearchProductName, searchProductName } from '../../../wire/search-product-name.ts';
import { wireProfileFrom, wordOf } from '../../session/wire-profile.ts';
import { exitStatus } from '../../shell/command-line.ts';
import type { CommandContext } from '../command.ts';
import type { ConfigFlags } from './options.ts';

/** Option names and values of the platform in use. */
const namesFor = ({
  line,
  flags,
}: CommandContext<Pick<ConfigFlags, 'profile' | 'searchEngine'>>): {
  readonly names: SearchProductName;
  readonly profile: Profile;
} => {
  const wireProfile = wireProfileFrom(flags, line.environment);
  return { names: searchProductName(wordOf(wireProfile)), profile: wireProfile.profile };
};

/** Reports every error and warning of a configuration, with its place. */
export const check = async (context: CommandContext<ConfigFlags>, file: string): Promise<number> => {
  const { console } = context;
  const { names, profile } = namesFor(context);
  const { errors, warnings } = checkSearchDocument(
    await readNamed(file, { use: 'a configuration file', mostMib: 4 }),
    file,
    names,
    profile,
  );
  const isValid = errors.length === 0;
  console.answer({ valid: isValid, errors, warnings }, () => {
    for (const text of warnings) console.problem(`warning: ${text}`);
    for (const text of errors) console.problem(text);
    if (isValid) console.line(`${file}: valid`);
  });
  return isValid ? exitStatus.ok : exitStatus.failed;
};

/** Prints the JSON Schema of a configuration, with the option names of the platform in use. */
export const printSchema = (context: CommandContext<ConfigFlags>): void => {
  const { names, profile } = namesFor(context);
  context.console.foreignJson(names.schemaToWire(searchConfigRulesJsonSchema(profile)));
};
