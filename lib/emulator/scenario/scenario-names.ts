import { type SearchProductName, searchType } from '../../wire/search-product-name.ts';
import type { CompleteScenario } from './scenario-schema.ts';

type Project = CompleteScenario['projects'][number];

/**
 * The scenario with the names of the wire. Scenarios call the search service `engine`, whatever its name on the wire,
 * and may also use the wire name itself.
 */
export const inWireNames = (scenario: CompleteScenario, productName: SearchProductName): CompleteScenario => {
  const typed = <T extends { readonly type: string }>(thing: T): T =>
    thing.type === searchType ? { ...thing, type: productName.word } : thing;
  const serviceOf = (service: Project['services'][number]) =>
    service.type === searchType
      ? { ...service, type: productName.word, userConfig: { ...productName.configToWire(service.userConfig) } }
      : service;
  return {
    ...scenario,
    plans: scenario.plans.map(typed),
    prices: scenario.prices.map(typed),
    projects: scenario.projects.map((project) => ({ ...project, services: project.services.map(serviceOf) })),
  };
};
