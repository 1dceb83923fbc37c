import * as z from 'zod';
import type { Profile } from '../../core/model/profile.ts';
import { oncePerText } from '../../core/model/remembering.ts';
import type { SearchConfiguration } from '../../core/model/search-configuration.ts';
import type { Group, Option, Text, Whole } from './option.ts';
import { optionsOf } from './options-of.ts';

/** Whether required members must be present: yes in `whole`, no in `part`. */
export type Extent = 'whole' | 'part';

/**
 * Title, description and JSON Schema keywords; facts without a keyword are in the description (spec.md §2.4 stated
 * defaults, §2.4 stated units).
 */
const metaOf = (option: Option): Record<string, unknown> => {
  const { title, about, nullable, deprecated, createOnly, documentedDefault, secret } = option;
  const sentences = [
    about,
    'unit' in option && option.unit !== undefined ? `Unit: ${option.unit}.` : '',
    documentedDefault === undefined ? '' : `Default: ${documentedDefault}.`,
    nullable ? 'Null resets it.' : '',
    createOnly ? 'Has an effect only when a service is created.' : '',
    deprecated === undefined ? '' : `Deprecated: ${deprecated}.`,
  ];
  return {
    title,
    description: sentences.filter((sentence) => sentence !== '').join(' '),
    ...('default' in option ? { default: option.default } : {}),
    ...(deprecated === undefined ? {} : { deprecated: true }),
    ...(secret ? { writeOnly: true } : {}),
  };
};

/** §2.4 bounds and patterns. */
const numbers = ({ min, max }: Whole): z.ZodType => {
  const atLeast = min === undefined ? z.int() : z.int().min(min);
  return max === undefined ? atLeast : atLeast.max(max);
};

/** §2.4 bounds and patterns. */
const texts = ({ min, max, pattern, form, choices }: Text): z.ZodType => {
  if (choices !== undefined) return z.enum(choices);
  const checks = [
    ...(min === undefined ? [] : [z.minLength(min)]),
    ...(max === undefined ? [] : [z.maxLength(max)]),
    ...(pattern === undefined ? [] : [z.regex(pattern, form ?? `must match ${pattern.source}`)]),
  ];
  return z.string().check(...checks);
};

const members = ({ members: options }: Group, extent: Extent): z.ZodType =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(options).map(([name, option]) => {
        const schema = schemaOf(option, extent);
        return [name, option.required && extent === 'whole' ? schema : schema.optional()];
      }),
    ),
  );

const plain = (option: Option, extent: Extent): z.ZodType => {
  switch (option.kind) {
    case 'flag':
      return z.boolean();
    case 'whole':
      return numbers(option);
    case 'text':
      return texts(option);
    case 'list': {
      // A list is always replaced as a whole, and so is each of its items.
      const forms = option.items.map((item) => schemaOf(item, 'whole'));
      const [first, ...others] = forms;
      return z.array(first !== undefined && others.length === 0 ? first : z.union(forms)).max(option.max);
    }
    case 'group':
      return members(option, extent);
  }
};

/** Null is allowed only for nullable options (spec.md §2.4 null values). */
const schemaOf = (option: Option, extent: Extent): z.ZodType => {
  const schema = plain(option, extent);
  return (option.nullable ? schema.nullable() : schema).meta(metaOf(option));
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
