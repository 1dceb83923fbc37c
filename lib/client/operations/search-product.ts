import { PlatformNotFound } from '../../contract/errors.ts';
import type { Profile } from '../../core/model/model.ts';
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
import { get } from './requests.ts';

/**
 * The search product's names on the connected platform. The live platform has its own name for the product. Without a
 * configured name the client detects it: among the listed service types that are not known to be others, it is the one
 * with the options of a search service. One request per type and client, only if such a type occurs.
 */
export interface SearchProductNames {
  /** The names for these service types. @throws platform errors */
  forTypes(project: string, types: readonly string[]): Promise<SearchProductName>;
  /** The names in a project with a search service; lists its services on first use. @throws platform errors */
  inProject(project: string): Promise<SearchProductName>;
}

/** Fixed names. */
export const fixedNames = (word: string): SearchProductNames => {
  const names = searchProductName(word);
  return { forTypes: async () => names, inProject: async () => names };
};

const detectedNames = (caller: Caller): SearchProductNames => {
  const asSpecified = searchProductName(searchType);
  const requests = new Map<string, Promise<SearchProductName | undefined>>();
  let detected: SearchProductName | undefined;

  const requestNames = async (project: string, type: string): Promise<SearchProductName | undefined> => {
    try {
      const where = path`/project/${project}/service-types/${type}`;
      const options = await get(caller, where, serviceTypeOptions, ({ user_config_schema: { properties } }) =>
        Object.keys(properties ?? {}),
      );
      return takesSearchOptions(type, options) ? searchProductName(type) : undefined;
    } catch (error) {
      if (error instanceof PlatformNotFound) return undefined;
      requests.delete(type);
      throw error;
    }
  };

  const forTypes = async (project: string, types: readonly string[]): Promise<SearchProductName> => {
    for (const type of new Set(types)) {
      if (detected !== undefined) break;
      if (type === '' || isKnownType(type)) continue;
      const request = requests.get(type) ?? requestNames(project, type);
      requests.set(type, request);
      detected ??= await request;
    }
    return detected ?? asSpecified;
  };

  return {
    forTypes,
    inProject: async (project) => {
      if (detected !== undefined) return detected;
      const types = await get(caller, path`/project/${project}/service`, services, (answer) =>
        answer.services.map(({ service_type }) => service_type),
      );
      return forTypes(project, types);
    },
  };
};

/**
 * The names on a platform: fixed for a configured word, detected in the profile `current`, otherwise the specification's names.
 * @throws RangeError for a word that cannot be used
 */
export const searchProductNamesOf = (caller: Caller, profile: Profile, word: string | undefined): SearchProductNames =>
  word === undefined && profile === 'current' ? detectedNames(caller) : fixedNames(word ?? searchType);
