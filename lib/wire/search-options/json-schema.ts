import type { Profile } from '../../core/model/model.ts';
import { type Option, optionsOf, withOptionsBelow } from './options.ts';
import type { Extent } from './schema.ts';

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
