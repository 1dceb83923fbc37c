import fc from 'fast-check';
import type { Profile } from '../../../lib/core/model/profile.ts';
import { allOptions } from '../../../lib/wire/search-options/all-options.ts';
import type { Group, Option, Text, Whole } from '../../../lib/wire/search-options/option.ts';
import { optionsOf } from '../../../lib/wire/search-options/options-of.ts';

type Config = Readonly<Record<string, unknown>>;

const anyWhole = ({ min, max }: Whole) => fc.integer({ min: min ?? -100, max: max ?? 2_000_000_000 });

const anyText = ({ min = 0, max = 40, choices, pattern }: Text): fc.Arbitrary<string> => {
  if (choices !== undefined) return fc.constantFrom(...choices);
  const text =
    pattern === undefined ? fc.string({ minLength: min, maxLength: Math.min(max, 40) }) : fc.stringMatching(pattern);
  return text.filter((value) => value.length >= min && value.length <= max);
};

const membersOf = ({ members }: Group): fc.Arbitrary<Config> => {
  const required = Object.keys(members).filter((name) => members[name]?.required);
  const values = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, anyValue(member)]));
  return fc.record(values, { requiredKeys: required });
};

const plain = (option: Option): fc.Arbitrary<unknown> => {
  switch (option.kind) {
    case 'flag':
      return fc.boolean();
    case 'whole':
      return anyWhole(option);
    case 'text':
      return anyText(option);
    case 'list':
      return fc.array(fc.oneof(...option.items.map(anyValue)), { maxLength: Math.min(option.max, 4) });
    case 'group':
      return membersOf(option);
  }
};

const anyValue = (option: Option): fc.Arbitrary<unknown> =>
  option.nullable ? fc.option(plain(option), { nil: null, freq: 6 }) : plain(option);

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
export const anyConfig: fc.Arbitrary<Config> = membersOf(allOptions).map(lawful);

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
    switch (option.kind) {
      case 'flag':
        return true;
      case 'whole':
        return option.max ?? option.min ?? 1;
      case 'text':
        if (option.form !== undefined) return '10.0.0.0/8';
        return option.choices?.[0] ?? 'a'.repeat(Math.min(option.max ?? 40, 200));
      case 'list':
        return Array.from({ length: 4 }, () => largest(option.items[option.items.length - 1] ?? option.items[0]));
      case 'group':
        return Object.fromEntries(Object.entries(option.members).map(([name, member]) => [name, largest(member)]));
    }
  };
  return { ...(largest(allOptions) as Config), disable_replication_factor_adjustment: false };
};
