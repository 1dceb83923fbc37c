import { type Profile, profiles } from '../wire/maximum.ts';
import { searchType, searchWord } from '../wire/search-word.ts';
import { UsageError } from './usage-error.ts';

/** How a platform is spoken with: in which profile, and by which word for the search product (design §4). */
export interface Dialect {
  readonly profile: Profile;
  readonly searchEngine: string;
}

const profileFrom = (text: string): Profile => {
  const profile = profiles.find((known) => known === text);
  if (profile !== undefined) return profile;
  throw new UsageError(`there is no profile ${text}: give --profile ${profiles.join(' or ')}, or set HEADROOM_PROFILE`);
};

const wordFrom = (text: string): string => {
  try {
    return searchWord(text).word;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${error.message}, with --search-engine or HEADROOM_SEARCH_ENGINE`);
  }
};

/**
 * The dialect out of options; what is missing is taken from the environment, and what is missing there is documented.
 * @throws UsageError for a profile that there is not, and for a word that would make two names one
 */
export const dialectFrom = (
  options: { readonly profile?: string; readonly searchEngine?: string },
  environment: Readonly<Record<string, string | undefined>>,
): Dialect => ({
  profile: profileFrom(options.profile ?? (environment.HEADROOM_PROFILE || 'documented')),
  searchEngine: wordFrom(options.searchEngine ?? (environment.HEADROOM_SEARCH_ENGINE || searchType)),
});
