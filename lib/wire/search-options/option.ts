/**
 * One option of the search service as data: allowed values and documentation. Schema, JSON Schema,
 * marks and checks all derive from it, so each option is described once.
 */

/** Facts of an option besides its values. */
interface Marks {
  /** Null is allowed and resets the option to its default. */
  readonly nullable?: true;
  /** Required if the object around it is present. */
  readonly required?: true;
  /** The platform's default, as in its schema. */
  readonly default?: unknown;
  /** A default that only the description states: the behaviour of the engine, not a stored value. */
  readonly documentedDefault?: string;
  /** Deprecated; the text names the replacement. */
  readonly deprecated?: string;
  /** Has an effect only when a service is created. */
  readonly createOnly?: true;
  /** A change restarts every instance of the service (spec.md §2.4). */
  readonly restarts?: true;
  /** Never shown, stored or logged. */
  readonly secret?: true;
  /** Differences of the live platform today (pf 4): profile `current`. */
  readonly current?: Differences;
}

/** Facts that replace the option's own; null removes one. */
interface Differences {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly choices?: Text['choices'];
  readonly retired?: Text['retired'];
  readonly default?: unknown;
  readonly deprecated?: string | null;
}

interface Description extends Marks {
  readonly title: string;
  /** Effect of the option, in one sentence. */
  readonly about: string;
}

interface Flag extends Description {
  readonly kind: 'flag';
}

export interface Whole extends Description {
  readonly kind: 'whole';
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
}

export interface Text extends Description {
  readonly kind: 'text';
  /** Minimum and maximum length. */
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Description of the format, if the pattern is unreadable. */
  readonly form?: string;
  readonly choices?: readonly [string, ...string[]];
  /** Deprecated choices that are still accepted. */
  readonly retired?: readonly string[];
}

interface List extends Description {
  readonly kind: 'list';
  /** Maximum number of items. */
  readonly max: number;
  /** Allowed forms of an item. */
  readonly items: readonly [Option, ...Option[]];
}

export interface Group extends Description {
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

/** A whole number; `min` and `max` are inclusive. */
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

/** Free text that the live platform accepts on one line only. */
export const oneLine: Differences = { pattern: /^[^\r\n]*$/ };

/** At least one character of such text. */
const line = (max: number, more: Only<Text>): Only<Text> => ({ min: 1, max, current: oneLine, ...more });

export const requiredLine = (max: number, more: Only<Text> = {}): Only<Text> => line(max, { required: true, ...more });

/** Null resets it. */
export const resettableLine = (max: number, more: Only<Text> = {}): Only<Text> =>
  line(max, { nullable: true, ...more });

/** Bounds of a whole number that has a unit. */
export const between = (min: number, max: number, unit: string, more: Only<Whole> = {}): Only<Whole> => ({
  min,
  max,
  unit,
  ...more,
});
