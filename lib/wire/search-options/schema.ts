import * as z from 'zod';
import type { Profile } from '../../core/model/model.ts';
import { oncePerText } from '../../core/model/remembering.ts';
import type { SearchConfiguration } from '../../core/model/search-configuration.ts';
import { choicesOf, isNullable, type Option, optionsOf, typesOf, withOptionsBelow } from './options.ts';

/** Whether required members must be present: yes in `whole`, no in `part`. */
type Extent = 'whole' | 'part';

/** §2.4 bounds and patterns; a whole number is at most the largest exact one, whatever the keywords say. */
const numbers = ({ minimum = -Infinity, maximum = Infinity }: Option): z.ZodType =>
  z
    .int()
    .min(minimum)
    .max(maximum === Number.MAX_SAFE_INTEGER ? Infinity : maximum);

/** §2.4 bounds and patterns. */
const texts = (option: Option): z.ZodType => {
  if (option.enum !== undefined) return z.enum(choicesOf(option));
  const { minLength, maxLength = Infinity, pattern, 'x-form': form } = option;
  const text = (minLength === undefined ? z.string() : z.string().min(minLength)).max(maxLength);
  return pattern === undefined ? text : text.regex(new RegExp(pattern), form ?? `must match ${pattern}`);
};

const members = ({ properties = {}, required = [] }: Option, extent: Extent): z.ZodType =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(properties).map(([name, option]) => {
        const schema = schemaOf(option, extent);
        return [name, extent === 'whole' && required.includes(name) ? schema : schema.optional()];
      }),
    ),
  );

const ofType = (type: string, option: Option, extent: Extent): z.ZodType => {
  switch (type) {
    case 'boolean':
      return z.boolean();
    case 'integer':
      return numbers(option);
    case 'string':
      return texts(option);
    case 'array':
      // A list is always replaced as a whole, and so is each of its items.
      return z
        .array(option.items === undefined ? z.never() : schemaOf(option.items, 'whole'))
        .max(option.maxItems ?? Infinity);
    case 'object':
      return members(option, extent);
    default:
      throw new RangeError(`${option.title}: no option has the type ${type}`);
  }
};

/** Null is allowed only for nullable options (spec.md §2.4 null values). The schema of policy documents shows the rest. */
const schemaOf = (option: Option, extent: Extent): z.ZodType => {
  const [first = z.never(), ...others] = typesOf(option).map((type) => ofType(type, option, extent));
  const anyType = others.length === 0 ? first : z.union([first, ...others]);
  const { title, description, default: standard, deprecated, writeOnly } = option;
  const schema = isNullable(option) ? anyType.nullable() : anyType;
  return schema.meta({ title, description, default: standard, deprecated, writeOnly });
};

const schemasOf = oncePerText((profile: Profile) =>
  oncePerText((extent: Extent) => schemaOf(optionsOf(profile), extent) as z.ZodType<SearchConfiguration>),
);

/**
 * Schema of a search service's `user_config`: all options and their nested shapes, strict (spec.md §2.4). For a part,
 * which is laid over a configuration, required members are optional. Built on first use.
 */
export const searchSchema = (profile: Profile, extent: Extent): z.ZodType<SearchConfiguration> =>
  schemasOf(profile)(extent);

/**
 * The options as JSON Schema 2020-12 in the form that public clients read: every schema has `type`, a list if several
 * types are allowed, with the bounds beside it (pf 2.14 types).
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

const published = (option: Option, extent: Extent, withRules: boolean): Option => {
  const {
    'x-rules': rules = {},
    required,
    ...keywords
  } = withOptionsBelow(option, (below, isItem) => published(below, isItem ? 'whole' : extent, withRules));
  const own = Object.entries(keywords).filter(([keyword]) => !keyword.startsWith('x-'));
  return {
    ...(Object.fromEntries(own) as unknown as Option),
    ...(required === undefined || extent === 'part' ? {} : { required }),
    ...(withRules ? rules : {}),
  };
};

/** Schema of a `user_config` as the platform publishes it: types and bounds, without the rules between options. */
export const searchConfigJsonSchema = (profile: Profile, extent: Extent = 'whole'): JsonSchema => ({
  ...published(optionsOf(profile), extent, false),
});

/**
 * The same with the rules that refuse a new service's configuration (§2.4 rule 1, §2.4 rule 5, §2.4 rule 7): it accepts
 * exactly the configurations without `config check` errors.
 */
export const searchConfigRulesJsonSchema = (profile: Profile): JsonSchema => ({
  ...published(optionsOf(profile), 'whole', true),
});
