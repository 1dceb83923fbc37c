import type { Profile } from '../../core/model/profile.ts';
import { oncePerText } from '../../core/model/remembering.ts';
import type { Option } from './option.ts';
import { optionsOf } from './options-of.ts';

/** Names from the top of the configuration to an option. */
export type OptionPath = readonly PropertyKey[];

/** The path in text form: `engine.http_max_header_size`. */
export const optionText = (path: OptionPath): string => path.map(String).join('.');

/** The option at a path; for a list item, the option of its items. Undefined if it does not exist. */
export const optionAt = (path: OptionPath, profile: Profile = 'documented'): Option | undefined => {
  let at: Option | undefined = optionsOf(profile);
  for (const step of path) {
    if (at?.kind === 'list' && typeof step === 'number') {
      // Of several item forms, only the last one, an object, has members.
      at = at.items.at(-1);
    } else {
      at = at?.kind === 'group' && Object.hasOwn(at.members, step) ? at.members[String(step)] : undefined;
    }
  }
  return at;
};

/** Whether the value at a path is secret; the same in both profiles. */
export const isSecret = (path: OptionPath): boolean =>
  path.some((_, index) => optionAt(path.slice(0, index + 1))?.secret);

/** An option with its full path. */
interface NamedOption {
  readonly path: readonly string[];
  readonly option: Option;
}

const below = (option: Option, path: readonly string[]): NamedOption[] =>
  option.kind === 'group'
    ? Object.entries(option.members).flatMap(([name, member]) => [
        { path: [...path, name], option: member },
        ...below(member, [...path, name]),
      ])
    : [];

/** Every option with a name of its own: groups, but no list items. */
export const namedOptions = oncePerText((profile: Profile): readonly NamedOption[] => below(optionsOf(profile), []));
