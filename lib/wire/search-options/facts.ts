import type { Profile } from '../../core/model/profile.ts';
import type { Option } from './option.ts';
import { optionsOf } from './options-of.ts';

/** Names from the top of the configuration down to an option. */
export type OptionPath = readonly PropertyKey[];

/** The path as people write it: `engine.http_max_header_size`. */
export const optionText = (path: OptionPath): string => path.map(String).join('.');

/** The option at a path; below a list it is that of its items. Undefined where there is none. */
export const optionAt = (path: OptionPath, profile: Profile = 'documented'): Option | undefined => {
  let at: Option | undefined = optionsOf(profile);
  for (const step of path) {
    if (at?.kind === 'list' && typeof step === 'number') {
      // Of several forms only the last one, an object, has members.
      at = at.items.at(-1);
    } else {
      at = at?.kind === 'group' && Object.hasOwn(at.members, step) ? at.members[String(step)] : undefined;
    }
  }
  return at;
};

/** Whether what stands at a path must not be shown: the same in both profiles. */
export const isSecret = (path: OptionPath): boolean =>
  path.some((_, index) => optionAt(path.slice(0, index + 1))?.secret);

/** An option with its name in full. */
export interface NamedOption {
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

const named = new Map<Profile, readonly NamedOption[]>();

/** Every option that has a name of its own, groups included and items of lists left out. */
export const namedOptions = (profile: Profile): readonly NamedOption[] => {
  const options = named.get(profile) ?? below(optionsOf(profile), []);
  named.set(profile, options);
  return options;
};
