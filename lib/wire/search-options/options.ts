import type { Profile } from '../../core/model/model.ts';
import { isMembers, type Members } from '../../core/model/plain-data.ts';
import { oncePerText } from '../../core/model/remembering.ts';
import table from './options.json' with { type: 'json' };

/**
 * One option of a search service's `user_config` (spec.md §1.9, §2.4), as `options.json` has it: by its neutral name, in
 * keywords of JSON Schema 2020-12 and in own ones, which begin with `x-`. The three access objects (§2.4 access objects) have
 * the same members; of an address block, bits beyond the prefix may be set.
 */
export interface Option {
  readonly title: string;
  /**
   * Effect of the option, with its unit (§2.4 stated units) and with a default that is the engine's behaviour, not a stored
   * value (§2.4 stated defaults).
   */
  readonly description: string;
  /** With null, null resets the option to its default. Of a list item, also several types. */
  readonly type: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly default?: unknown;
  /** Never shown, stored or logged. */
  readonly writeOnly?: boolean;
  /** Required members of a group, if the group is present. */
  readonly required?: readonly string[];
  /** Members of a group. */
  readonly properties?: Readonly<Record<string, Option>>;
  readonly items?: Option;
  readonly deprecated?: boolean;
  /** What replaces a deprecated option. */
  readonly 'x-deprecated'?: string;
  /** Deprecated choices that are still accepted. */
  readonly 'x-retired'?: readonly string[];
  /** Description of the format, if the pattern is unreadable. */
  readonly 'x-form'?: string;
  /** Has an effect only when a service is created. */
  readonly 'x-create-only'?: boolean;
  /** A change restarts every instance of the service. */
  readonly 'x-restarts'?: boolean;
  /** The platform lowers it to the CPU limit of a node. */
  readonly 'x-cpu-limited'?: boolean;
  /** Keywords for the rules that refuse a new service's configuration beside types and bounds. */
  readonly 'x-rules'?: Readonly<Record<string, unknown>>;
}

/** An option of the file; `x-current` replaces keywords for today's live platform (pf 4; A-47), null removes one. */
interface Written extends Option {
  readonly 'x-current'?: Readonly<Record<string, unknown>>;
}

/** The option with each option below it changed: members and list items. */
export const withOptionsBelow = <T extends Option>(
  option: T,
  change: (below: Option, isItem: boolean) => Option,
): T => {
  const { properties, items } = option;
  const changed = (members: Readonly<Record<string, Option>>) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member, false)]));
  return {
    ...option,
    ...(properties === undefined ? {} : { properties: changed(properties) }),
    ...(items === undefined ? {} : { items: change(items, true) }),
  };
};

const inProfile = (written: Written, profile: Profile): Option => {
  const { 'x-current': today = {}, ...documented } = written;
  const keywords = Object.entries(profile === 'current' ? { ...documented, ...today } : documented);
  const option = Object.fromEntries(keywords.filter(([, value]) => value !== null)) as unknown as Option;
  return withOptionsBelow(option, (below) => inProfile(below, profile));
};

/** All options of the search service in a profile, as a group; their names are the same in both. */
export const optionsOf = oncePerText((profile: Profile): Option => inProfile(table, profile));

/** Names from the top of the configuration to an option. */
export type OptionPath = readonly PropertyKey[];

/** The path in text form: `engine.http_max_header_size`. */
export const optionText = (path: OptionPath): string => path.map(String).join('.');

/** The option at a path; for a list item, the option of its items. Undefined if it does not exist. */
export const optionAt = (path: OptionPath, profile: Profile = 'documented'): Option | undefined => {
  let at: Option | undefined = optionsOf(profile);
  for (const step of path) {
    if (typeof step === 'number') at = at?.items;
    else at = Object.hasOwn(at?.properties ?? {}, step) ? at?.properties?.[String(step)] : undefined;
  }
  return at;
};

/** Whether the value at a path is secret; the same in both profiles. */
export const isSecret = (path: OptionPath): boolean =>
  path.some((_, index) => optionAt(path.slice(0, index + 1))?.writeOnly);

/** Types of its values, without null. */
export const typesOf = ({ type }: Option): readonly string[] => [type].flat().filter((each) => each !== 'null');

/** Whether null resets the option (spec.md §2.4 null values). */
export const isNullable = ({ type }: Option): boolean => type.includes('null');

/** The texts that an option takes; none if it takes others too. */
export const choicesOf = (option: Option | undefined): string[] =>
  (option?.enum ?? []).filter((choice) => choice !== null);

/** An option with its full path. */
interface NamedOption {
  readonly path: readonly string[];
  readonly option: Option;
}

const below = ({ properties = {} }: Option, path: readonly string[]): NamedOption[] =>
  Object.entries(properties).flatMap(([name, option]) => [
    { path: [...path, name], option },
    ...below(option, [...path, name]),
  ]);

/** Every option with a name of its own: groups, but no list items. */
export const namedOptions = oncePerText((profile: Profile): readonly NamedOption[] => below(optionsOf(profile), []));

const filtered = (
  config: Members,
  path: OptionPath,
  includes: (path: OptionPath) => boolean,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([name]) => includes([...path, name]))
      .map(([name, value]) => [name, isMembers(value) ? filtered(value, [...path, name], includes) : value]),
  );

/** A configuration without its secret options, as the platform shows it by default. */
export const withoutSecrets = (config: Members): Record<string, unknown> =>
  filtered(config, [], (path) => !isSecret(path));

/**
 * Only the options that are known to be public. Options that the platform added later may be secret,
 * so they are left out.
 */
export const publicOptions = (config: Members): Record<string, unknown> =>
  filtered(config, [], (path) => optionAt(path) !== undefined && !isSecret(path));
