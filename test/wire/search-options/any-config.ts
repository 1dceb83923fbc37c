import fc from 'fast-check';
import type { Profile } from '../../../lib/core/model/model.ts';
import { choicesOf, isNullable, type Option, optionsOf, typesOf } from '../../../lib/wire/search-options/options.ts';

type Config = Readonly<Record<string, unknown>>;

const anyWhole = ({ minimum = -100, maximum = 2_000_000_000 }: Option) =>
  fc.integer({ min: minimum, max: Math.min(maximum, 2_147_483_647) });

const anyText = (option: Option): fc.Arbitrary<string> => {
  const { minLength: min = 0, maxLength: max = 40, pattern } = option;
  if (option.enum !== undefined) return fc.constantFrom(...choicesOf(option));
  const text =
    pattern === undefined
      ? fc.string({ minLength: min, maxLength: Math.min(max, 40) })
      : fc.stringMatching(new RegExp(pattern));
  return text.filter((value) => value.length >= min && value.length <= max);
};

const membersOf = ({ properties = {}, required = [] }: Option): fc.Arbitrary<Config> => {
  const values = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, anyValue(member)]));
  return fc.record(values, { requiredKeys: [...required] });
};

const ofType: Readonly<Record<string, (option: Option) => fc.Arbitrary<unknown>>> = {
  boolean: () => fc.boolean(),
  integer: anyWhole,
  string: anyText,
  array: ({ items, maxItems = 4 }) => fc.array(anyValue(items), { maxLength: Math.min(maxItems, 4) }),
  object: membersOf,
};

const anyValue = (option?: Option): fc.Arbitrary<unknown> => {
  if (option === undefined) throw new RangeError('no option');
  const plain = fc.oneof(...typesOf(option).map((type) => ofType[type]?.(option) ?? fc.constant(undefined)));
  return isNullable(option) ? fc.option(plain, { nil: null, freq: 6 }) : plain;
};

/** Removes the options that the rules forbid for a new service (§2.4). */
const lawful = ({ disable_replication_factor_adjustment: _, recovery_basebackup_name: __, ...config }: Config) => {
  const { engine } = config;
  if (typeof engine !== 'object' || engine === null) return config;
  const {
    indices_memory_min_index_buffer_size: smallest,
    indices_memory_max_index_buffer_size: largest,
    ...rest
  } = engine as Config;
  if (!('indices_memory_index_buffer_size' in rest)) return { ...config, engine: rest };
  const limits = { indices_memory_min_index_buffer_size: smallest, indices_memory_max_index_buffer_size: largest };
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  return { ...config, engine: { ...rest, ...given } };
};

/** Any valid configuration of a new service. */
export const anyConfig: fc.Arbitrary<Config> = membersOf(optionsOf('documented')).map(lawful);

const odd = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  9,
  2 ** 31,
  '',
  '1',
  'a\n',
  'x'.repeat(40),
  [],
  [null],
  {},
  { a: 1 },
);

/** Replaces the value at one of the places, counted through all of them. */
const replaced = (value: unknown, place: number, by: unknown): unknown => {
  let left = place;
  const walk = (at: unknown): unknown => {
    left -= 1;
    if (left === -1) return by;
    if (Array.isArray(at)) return at.map(walk);
    if (typeof at !== 'object' || at === null) return at;
    return Object.fromEntries(Object.entries(at).map(([name, member]) => [name, walk(member)]));
  };
  return walk(value);
};

const halfOf = (profile: Profile) =>
  membersOf(optionsOf(profile)).chain((config) =>
    fc.subarray(Object.entries(config)).map((some) => Object.fromEntries(some)),
  );

/** Configurations of a profile that ignore the rules between options, often with wrong values. */
export const roughConfig = (profile: Profile): fc.Arbitrary<unknown> =>
  fc.oneof(
    halfOf(profile),
    fc.tuple(halfOf(profile), fc.nat(60), odd).map(([config, place, by]) => replaced(config, place, by)),
  );

/** A configuration with every compatible option at the largest value of the table. */
export const fullConfig = (): Config => {
  const largest = (option: Option): unknown => {
    const { properties, items } = option;
    if (properties !== undefined) {
      return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, largest(member)]));
    }
    if (items !== undefined) return Array.from({ length: 4 }, () => largest(items));
    const [type] = typesOf(option);
    if (type === 'boolean') return true;
    if (type === 'integer') return option.maximum ?? option.minimum ?? 1;
    if (option['x-form'] !== undefined) return '10.0.0.0/8';
    return option.enum?.[0] ?? 'a'.repeat(Math.min(option.maxLength ?? 40, 200));
  };
  return { ...(largest(optionsOf('documented')) as Config), disable_replication_factor_adjustment: false };
};
