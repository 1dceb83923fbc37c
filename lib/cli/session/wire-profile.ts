import { type Profile, profiles } from '../../core/model/profile.ts';
import { searchProductName, searchType } from '../../wire/search-product-name.ts';
import { UsageError } from '../shell/usage-error.ts';

/** How a platform is spoken with: in which profile, and by which word for the search product (design §4). */
export interface WireProfile {
  readonly profile: Profile;
  /** Undefined where none is set and the platform is to be asked for its own. */
  readonly searchEngine?: string;
}

const profileFrom = (text: string): Profile => {
  const profile = profiles.find((known) => known === text);
  if (profile !== undefined) return profile;
  throw new UsageError(`there is no profile ${text}: give --profile ${profiles.join(' or ')}, or set HEADROOM_PROFILE`);
};

const wordFrom = (text: string): string => {
  try {
    return searchProductName(text).word;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${error.message}, with --search-engine or HEADROOM_SEARCH_ENGINE`);
  }
};

/** A word that is set; else, in the documented profile, that of the specification, and today's platforms are asked. */
const wordSet = (text: string | undefined, profile: Profile): string | undefined => {
  if (text) return wordFrom(text);
  return profile === 'documented' ? searchType : undefined;
};

/**
 * The dialect out of options; what is missing is taken from the environment, and what is missing there is documented.
 * @throws UsageError for a profile that there is not, and for a word that would make two names one
 */
export const wireProfileFrom = (
  options: { readonly profile?: string; readonly searchEngine?: string },
  environment: Readonly<Record<string, string | undefined>>,
): WireProfile => {
  const profile = profileFrom(options.profile ?? (environment.HEADROOM_PROFILE || 'documented'));
  return { profile, searchEngine: wordSet(options.searchEngine ?? environment.HEADROOM_SEARCH_ENGINE, profile) };
};

/** The word for those who have no platform to ask. */
export const wordOf = ({ searchEngine = searchType }: WireProfile): string => searchEngine;
