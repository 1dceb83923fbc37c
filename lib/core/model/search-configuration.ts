/** The configuration of a search service, as far as a baseline speaks of it (spec.md §2.4). No secret is ever in it. */

export type OptionValue =
  | null
  | boolean
  | number
  | string
  | readonly OptionValue[]
  | { readonly [member: string]: OptionValue };

/** Options by their neutral names; objects of options hold further ones. */
export type SearchConfiguration = Readonly<Record<string, OptionValue>>;

/** An option that the platform lowered to what it allows when it was asked for more. */
export interface LoweredOption {
  /** Names from the top, joined by dots. */
  readonly path: string;
  readonly asked: number;
  readonly got: number;
}

/** One option that a change sets; null stands for unset before and for reset after. */
export interface OptionChange {
  readonly path: string;
  readonly from: OptionValue;
  readonly to: OptionValue;
  /** Present where changing it restarts every instance of the service (spec.md §2.4). */
  readonly restarts?: true;
}

const isObject = (value: OptionValue | undefined): value is SearchConfiguration =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a configuration holds at a dotted path; null when it holds nothing there. */
export const optionValueAt = (configuration: SearchConfiguration, path: string): OptionValue =>
  path
    .split('.')
    .reduce<OptionValue>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null),
      configuration,
    );

/** Whether two values say the same; the order of an object's members says nothing. */
export const isSameValue = (one: OptionValue | undefined, other: OptionValue | undefined): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  const same = names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]));
  return same && names.length === Object.keys(other).length;
};

/** A configuration with the changes carried out; on top of none the least one that carries them out. */
export const configurationOf = (
  changes: readonly OptionChange[],
  before: SearchConfiguration = {},
): SearchConfiguration => {
  const whole: Record<string, OptionValue> = { ...before };
  for (const { path, to } of changes) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let holder = whole;
    for (const name of names) {
      const inner: Record<string, OptionValue> = { ...(isObject(holder[name]) ? holder[name] : {}) };
      holder[name] = inner;
      holder = inner;
    }
    holder[last] = to;
  }
  return whole;
};

const longestShown = 60;

const shown = (value: OptionValue, none: string): string => {
  if (value === null) return none;
  const text = JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
};

/** `engine.http_max_header_size: 8192 → 16384`, for people. */
export const optionChangeText = ({ path, from, to, restarts }: OptionChange): string =>
  `${path}: ${shown(from, 'unset')} → ${shown(to, 'reset')}${restarts ? ' (restarts the service)' : ''}`;

/** A value for people. */
export const optionValueText = (value: OptionValue): string => shown(value, 'unset');
