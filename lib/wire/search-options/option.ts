/**
 * One option of the search service as data: what may stand there and what people should know of it. Schema, JSON Schema,
 * marks and checks are all made from these, so that each option is said once.
 */

/** What is said of an option beside its values. */
export interface Marks {
  /** Null is allowed and resets the option to its default. */
  readonly nullable?: true;
  /** Must be there when the object around it is. */
  readonly required?: true;
  /** The platform's own default, as the schema states it. */
  readonly default?: unknown;
  /** A default that only the description states, in its own words: it says what the engine does, not what is stored. */
  readonly documentedDefault?: string;
  /** Deprecated, and what to do instead. */
  readonly deprecated?: string;
  /** Has an effect only when a service is created. */
  readonly createOnly?: true;
  /** A change of it restarts every instance of the service (spec.md §2.4). */
  readonly restarts?: true;
  /** Never shown, stored or logged. */
  readonly secret?: true;
  /** What the live platform says otherwise today (platform-facts §4): profile `current`. */
  readonly current?: Differences;
}

/** Facts of an option that take the place of its own; null takes one away. */
export interface Differences {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly choices?: Text['choices'];
  readonly retired?: Text['retired'];
  readonly default?: unknown;
  readonly deprecated?: string | null;
}

interface Words extends Marks {
  readonly title: string;
  /** What it does, in a sentence. */
  readonly about: string;
}

export interface Flag extends Words {
  readonly kind: 'flag';
}

export interface Whole extends Words {
  readonly kind: 'whole';
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
}

export interface Text extends Words {
  readonly kind: 'text';
  /** Fewest and most characters. */
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** What must stand there, where the pattern itself would tell nobody. */
  readonly form?: string;
  readonly choices?: readonly [string, ...string[]];
  /** Choices that are still taken and should not be made any more. */
  readonly retired?: readonly string[];
}

export interface List extends Words {
  readonly kind: 'list';
  /** Most items. */
  readonly max: number;
  /** Forms that an item may have. */
  readonly items: readonly [Option, ...Option[]];
}

export interface Group extends Words {
  readonly kind: 'group';
  readonly members: Readonly<Record<string, Option>>;
}

export type Option = Flag | Whole | Text | List | Group;

type Only<T extends Option> = Omit<T, 'kind' | 'title' | 'about' | 'members' | 'items'>;

export const flag = (title: string, about: string, more: Only<Flag> = {}): Flag => ({
  kind: 'flag',
  title,
  about,
  ...more,
});

/** A whole number; `min` and `max` are allowed values themselves. */
export const whole = (title: string, about: string, more: Only<Whole> = {}): Whole => ({
  kind: 'whole',
  title,
  about,
  ...more,
});

export const text = (title: string, about: string, more: Only<Text> = {}): Text => ({
  kind: 'text',
  title,
  about,
  ...more,
});

export const list = (title: string, about: string, items: List['items'], more: Only<List>): List => ({
  kind: 'list',
  title,
  about,
  items,
  ...more,
});

export const group = (title: string, about: string, members: Group['members'], more: Only<Group> = {}): Group => ({
  kind: 'group',
  title,
  about,
  members,
  ...more,
});

/** Free text that the live platform takes on one line only. */
export const oneLine: Differences = { pattern: /^[^\r\n]*$/ };
