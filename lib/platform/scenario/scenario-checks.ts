import type { Profile } from '../../core/model/model.ts';
import { integrationType, kindOfEndpointType } from '../../wire/maximum.ts';
import { checkSearchConfig } from '../../wire/search-options/check.ts';
import { searchType } from '../../wire/search-product-name.ts';
import type { CompleteScenario } from './scenario-schema.ts';

/** An error and its path from the top of the scenario. */
export interface Wrong {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type Project = CompleteScenario['projects'][number];
type Plans = ReadonlyMap<string, CompleteScenario['plans'][number]>;

const repeated = (keys: readonly string[], path: readonly PropertyKey[], subject: string): Wrong[] => {
  const seen = new Set<string>();
  return keys.flatMap((key, index) => {
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ path: [...path, index], message: `duplicate ${subject} ${key}` }];
  });
};

const namesOf = (things: readonly { readonly name: string }[]): string[] => things.map(({ name }) => name);

/** Options of a search service, by their neutral names (§2.4). */
const wrongOptions = (
  { type, userConfig }: Project['services'][number],
  path: readonly PropertyKey[],
  profile: Profile,
): Wrong[] => {
  if (type !== searchType) return [];
  const { issues } = checkSearchConfig(userConfig, { whole: true, creates: true, profile });
  return issues.map((issue) => ({ path: [...path, 'userConfig', ...issue.path], message: issue.message }));
};

const wrongService = (
  service: Project['services'][number],
  path: readonly PropertyKey[],
  scenario: CompleteScenario,
  plans: Plans,
): Wrong[] => {
  const wrong: Wrong[] = [];
  const plan = plans.get(`${service.type}/${service.plan}`);
  const diskGb = service.diskGb ?? plan?.diskGb;
  if (!Object.hasOwn(scenario.clouds, service.cloud)) {
    wrong.push({ path: [...path, 'cloud'], message: `${service.cloud} is not in clouds` });
  }
  if (diskGb === undefined) {
    const message = `${service.type} ${service.plan} is not in plans: add it there, or set diskGb`;
    return [...wrong, { path: [...path, 'plan'], message }];
  }
  if (service.usedGb > diskGb) {
    wrong.push({ path: [...path, 'usedGb'], message: `exceeds the disk of ${diskGb} GB` });
  }
  const { usedGbBefore = [], diskGbBefore } = service;
  if (diskGbBefore !== undefined && diskGbBefore.length !== usedGbBefore.length) {
    wrong.push({ path: [...path, 'diskGbBefore'], message: 'must have as many days as usedGbBefore' });
  }
  usedGbBefore.forEach((usedGb, day) => {
    const sizeGb = diskGbBefore?.[day] ?? diskGb;
    if (usedGb <= sizeGb) return;
    wrong.push({ path: [...path, 'usedGbBefore', day], message: `exceeds the disk of ${sizeGb} GB` });
  });
  if (plan !== undefined && (diskGb < plan.diskGb || diskGb > (plan.capGb ?? plan.diskGb))) {
    const message = `must be between ${plan.diskGb} and ${plan.capGb ?? plan.diskGb} for this plan`;
    wrong.push({ path: [...path, 'diskGb'], message });
  }
  return wrong;
};

const wrongIntegrations = (project: Project, path: readonly PropertyKey[], plans: Plans): Wrong[] => {
  const services = new Map(project.services.map((service) => [service.name, service]));
  const endpoints = new Map(project.endpoints.map((endpoint) => [endpoint.name, endpoint]));
  return project.integrations.flatMap((integration, index) => {
    const at = [...path, 'integrations', index];
    const wrong: Wrong[] = [];
    const service = services.get(integration.service);
    const endpoint = endpoints.get(integration.endpoint);
    const isAutoscaler = integration.type === integrationType;
    if (service === undefined) {
      wrong.push({ path: [...at, 'service'], message: `${integration.service} is not in services` });
    } else if (isAutoscaler && !plans.get(`${service.type}/${service.plan}`)?.dynamicSizing) {
      wrong.push({ path: [...at, 'service'], message: `the plan of ${service.name} has no dynamic sizing` });
    }
    if (endpoint === undefined) {
      wrong.push({ path: [...at, 'endpoint'], message: `${integration.endpoint} is not in endpoints` });
    } else if (isAutoscaler !== (kindOfEndpointType(endpoint.type) !== undefined)) {
      const message = `${integration.endpoint} is of type ${endpoint.type}, which an integration of type ${integration.type} cannot use`;
      wrong.push({ path: [...at, 'endpoint'], message });
    }
    return wrong;
  });
};

const wrongProject = (
  project: Project,
  path: readonly PropertyKey[],
  scenario: CompleteScenario,
  plans: Plans,
  profile: Profile,
): Wrong[] => [
  ...repeated(namesOf(project.services), [...path, 'services'], 'service'),
  ...repeated(namesOf(project.endpoints), [...path, 'endpoints'], 'endpoint'),
  ...repeated(
    project.integrations.map(({ service, type }) => `${type} of ${service}`),
    [...path, 'integrations'],
    'integration',
  ),
  ...project.services.flatMap((service, index) => {
    const at = [...path, 'services', index];
    return [...wrongOptions(service, at, profile), ...wrongService(service, at, scenario, plans)];
  }),
  ...wrongIntegrations(project, path, plans),
];

/**
 * Cross-reference errors of the scenario: unknown names and duplicate names.
 * @param profile the profile that the options of search services must satisfy
 */
export const wrongReferences = (scenario: CompleteScenario, profile: Profile): Wrong[] => {
  const plans = new Map(scenario.plans.map((plan) => [`${plan.type}/${plan.name}`, plan]));
  const projects = new Set(namesOf(scenario.projects));
  const priced = scenario.prices.map((price) => `${price.type}/${price.plan}`);
  const prices = scenario.prices.map((price) => `${price.type}/${price.plan} in ${price.cloud}`);
  return [
    ...repeated([...scenario.plans.map((plan) => `${plan.type}/${plan.name}`)], ['plans'], 'plan'),
    ...repeated(prices, ['prices'], 'price'),
    ...repeated(namesOf(scenario.projects), ['projects'], 'project'),
    ...priced.flatMap((key, index) =>
      plans.has(key) ? [] : [{ path: ['prices', index, 'plan'], message: `${key} is not in plans` }],
    ),
    ...scenario.prices.flatMap(({ cloud }, index) =>
      Object.hasOwn(scenario.clouds, cloud)
        ? []
        : [{ path: ['prices', index, 'cloud'], message: `${cloud} is not in clouds` }],
    ),
    ...scenario.tokens.flatMap((token, index) =>
      Object.keys(token.roles)
        .filter((name) => name !== '*' && !projects.has(name))
        .map((name) => ({ path: ['tokens', index, 'roles', name], message: `${name} is not in projects` })),
    ),
    ...scenario.projects.flatMap((project, index) =>
      wrongProject(project, ['projects', index], scenario, plans, profile),
    ),
  ];
};
