import { type Profile, profiles } from '../../core/model/model.ts';
import { searchProductName, searchType } from '../../wire/search-product-name.ts';
import { UsageError } from '../shell/usage-error.ts';

/** Profile of a platform's API, and its name of the search product (design §4). */
export interface WireProfile {
  readonly profile: Profile;
  /** Undefined if none is set and the platform must be queried. */
  readonly searchEngine?: string;
}

const profileFrom = (text: string): Profile => {
  const profile = profiles.find((name) => name === text);
  if (profile !== undefined) return profile;
  throw new UsageError(`unknown profile ${text}: set --profile or HEADROOM_PROFILE to ${profiles.join(' or ')}`);
};

const wordFrom = (text: string): string => {
  try {
    return searchProductName(text).word;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${error.message}, with --search-engine or HEADROOM_SEARCH_ENGINE`);
  }
};

/** The configured name; else the specification's name in profile documented. In profile current the platform is queried. */
const configuredWord = (text: string | undefined, profile: Profile): string | undefined => {
  if (text) return wordFrom(text);
  return profile === 'documented' ? searchType : undefined;
};

/**
 * The wire profile from options, else from the environment, else documented.
 * @throws UsageError for an unknown profile, or a search product name that collides with another name
 */
export const wireProfileFrom = (
  options: { readonly profile?: string; readonly searchEngine?: string },
  environment: Readonly<Record<string, string | undefined>>,
): WireProfile => {
  const profile = profileFrom(options.profile ?? (environment.HEADROOM_PROFILE || 'documented'));
  return { profile, searchEngine: configuredWord(options.searchEngine ?? environment.HEADROOM_SEARCH_ENGINE, profile) };
};

/** The search product's name for commands that have no platform to query. */
export const wordOf = ({ searchEngine = searchType }: WireProfile): string => searchEngine;
