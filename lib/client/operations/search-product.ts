import { PlatformNotFound } from '../../contract/errors.ts';
import type { Profile } from '../../core/model/profile.ts';
import { serviceTypeOptions } from '../../wire/plan-records.ts';
import { services } from '../../wire/records.ts';
import {
  isKnownType,
  type SearchProductName,
  searchProductName,
  searchType,
  takesSearchOptions,
} from '../../wire/search-product-name.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs } from '../transport/read-answer.ts';

/**
 * The search product's names on the platform in use. The live platform has its own word for it, and whoever names none
 * gets it from the platform: of the service types that are met and not known to be others, the one whose options are
 * those of a search service. It is asked for once in the life of a client, and only where such a type is met.
 */
export interface SearchWords {
  /** The names for services of these types. @throws platform errors */
  forTypes(project: string, types: readonly string[]): Promise<SearchProductName>;
  /** The names in a project that has a search service; lists its services where nobody has yet. @throws platform errors */
  inProject(project: string): Promise<SearchProductName>;
}

/** Names that are set once and for all. */
export const fixedWords = (word: string): SearchWords => {
  const words = searchProductName(word);
  return { forTypes: async () => words, inProject: async () => words };
};

const askedWords = (caller: Caller): SearchWords => {
  const asSpecified = searchProductName(searchType);
  const asked = new Map<string, Promise<SearchProductName | undefined>>();
  let found: SearchProductName | undefined;

  const ask = async (project: string, type: string): Promise<SearchProductName | undefined> => {
    try {
      const where = path`/project/${project}/service-types/${type}`;
      const names = await caller.send(
        { method: 'GET', path: where, kind: 'read' },
        answerAs(serviceTypeOptions, ({ user_config_schema }) => Object.keys(user_config_schema.properties ?? {})),
      );
      return takesSearchOptions(type, names) ? searchProductName(type) : undefined;
    } catch (error) {
      if (error instanceof PlatformNotFound) return undefined;
      asked.delete(type);
      throw error;
    }
  };

  const forTypes = async (project: string, types: readonly string[]): Promise<SearchProductName> => {
    for (const type of new Set(types)) {
      if (found !== undefined) break;
      if (isKnownType(type)) continue;
      const asking = asked.get(type) ?? ask(project, type);
      asked.set(type, asking);
      found ??= await asking;
    }
    return found ?? asSpecified;
  };

  return {
    forTypes,
    inProject: async (project) => {
      if (found !== undefined) return found;
      const types = await caller.send(
        { method: 'GET', path: path`/project/${project}/service`, kind: 'read' },
        answerAs(services, (answer) => answer.services.map(({ service_type }) => service_type)),
      );
      return forTypes(project, types);
    },
  };
};

/**
 * The names to use on a platform: those of the word that is set, or in the profile `current` those that the platform has.
 * @throws RangeError for a word that cannot be used
 */
export const searchWordsOf = (caller: Caller, profile: Profile, word: string | undefined): SearchWords =>
  word === undefined && profile === 'current' ? askedWords(caller) : fixedWords(word ?? searchType);
