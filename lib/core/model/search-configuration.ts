/** The options of a search service that baselines can set (spec.md §2.4), without secrets. */

export type OptionValue =
  | null
  | boolean
  | number
  | string
  | readonly OptionValue[]
  | { readonly [member: string]: OptionValue };

/** Options by their neutral names; they may be nested. */
export type SearchConfiguration = Readonly<Record<string, OptionValue>>;

/** An option that the platform lowered to its limit, because the requested value was above it. */
export interface LoweredOption {
  /** Dotted path from the root. */
  readonly path: string;
  readonly asked: number;
  readonly got: number;
}

/** One option that a change sets; null means unset in `from` and reset in `to`. */
export interface OptionChange {
  readonly path: string;
  readonly from: OptionValue;
  readonly to: OptionValue;
  /** Present when the change restarts every instance of the service (spec.md §2.4). */
  readonly restarts?: true;
}

const isObject = (value: OptionValue | undefined): value is SearchConfiguration =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (a: OptionValue | undefined, b: OptionValue | undefined): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key as keyof object], b[key as keyof object]))
  );
};

/** The value at a dotted path; null when there is none. */
export const optionValueAt = (configuration: SearchConfiguration, path: string): OptionValue =>
  path
    .split('.')
    .reduce<OptionValue>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null),
      configuration,
    );

/** Deep equality; the order of object members does not matter. */
export const isSameValue = (value: OptionValue | undefined, other: OptionValue | undefined): boolean =>
  isSame(value, other);

/** The configuration after the changes; by default only the changed options. */
export const configurationOf = (
  changes: readonly OptionChange[],
  before: SearchConfiguration = {},
): SearchConfiguration => {
  const whole: Record<string, OptionValue> = { ...before };
  for (const { path, to } of changes) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let parent = whole;
    for (const name of names) {
      const inner: Record<string, OptionValue> = { ...(isObject(parent[name]) ? parent[name] : {}) };
      parent[name] = inner;
      parent = inner;
    }
    parent[last] = to;
  }
  return whole;
};

/** Characters. */
const longestShown = 60;

const shown = (value: OptionValue, none: string): string => {
  if (value === null) return none;
  const text = JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
};

/** Display text: `engine.http_max_header_size: 8192 → 16384`. */
export const optionChangeText = ({ path, from, to, restarts }: OptionChange): string =>
  `${path}: ${shown(from, 'unset')} → ${shown(to, 'reset')}${restarts ? ' (restarts the service)' : ''}`;

/** Display text of a value. */
export const optionValueText = (value: OptionValue): string => shown(value, 'unset');
