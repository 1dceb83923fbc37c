import { type SearchProductName, searchType } from '../../wire/search-product-name.ts';
import type { CompleteScenario } from './scenario-schema.ts';

type Project = CompleteScenario['projects'][number];

/**
 * The scenario in the words of the wire: scenarios call the search service `engine` whatever it is called there, and may
 * also use the word itself.
 */
export const inWireNames = (scenario: CompleteScenario, words: SearchProductName): CompleteScenario => {
  const typed = <T extends { readonly type: string }>(thing: T): T =>
    thing.type === searchType ? { ...thing, type: words.word } : thing;
  const serviceOf = (service: Project['services'][number]) =>
    service.type === searchType
      ? { ...service, type: words.word, userConfig: { ...words.configToWire(service.userConfig) } }
      : service;
  return {
    ...scenario,
    plans: scenario.plans.map(typed),
    prices: scenario.prices.map(typed),
    projects: scenario.projects.map((project) => ({ ...project, services: project.services.map(serviceOf) })),
  };
};
