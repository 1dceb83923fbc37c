import { createHmac } from 'node:crypto';
import { isOurselves } from '../core/policy/override-tags.ts';
import { endpointName, isOurs } from '../core/service/endpoint-name.ts';
import type { Known } from '../emulator/scenario/known.ts';
import type { Scenario } from '../emulator/scenario/scenario.ts';

/** Beginning of every hashed name, by what it names, so that a person can tell them apart. */
type Kind = 'project' | 'service' | 'endpoint' | 'value' | 'organization';

/**
 * Values that tags of Headroom itself may have: switches, sizes, days, its own name. A misspelt one may be anything and is hashed.
 */
const isRead = (value: string): boolean => /^(?:on|off|\d+|\d{4}-\d{2}-\d{2})$/.test(value) || isOurselves(value);

type Project = Scenario['projects'][number];
type Tags = Readonly<Record<string, string>>;

/**
 * Hashes names with a key that no one keeps: the same name has the same hash within one file only, and no list of guesses finds it.
 */
const hashed = (secret: Buffer, kind: Kind, name: string): string =>
  `${kind}-${createHmac('sha256', secret).update(`${kind}\0${name}`).digest('hex').slice(0, 10)}`;

const withTags = (hash: (kind: Kind, name: string) => string, tagPrefix: string, tags: Tags | undefined) =>
  tags &&
  Object.fromEntries(
    Object.entries(tags).map(([key, value]) => [
      key,
      key.startsWith(tagPrefix) && isRead(value) ? value : hash('value', value),
    ]),
  );

const knownAs = (hash: (kind: Kind, name: string) => string, { enforced, grants, projects }: Known): Known => ({
  enforced,
  grants: grants.map((grant) => ({
    ...grant,
    project: hash('project', grant.project),
    service: hash('service', grant.service),
    by: hash('value', grant.by),
  })),
  projects: Object.fromEntries(
    Object.entries(projects).map(([name, { history, adopted }]) => [
      hash('project', name),
      {
        history: {
          ...history,
          services: history.services.map((service) => ({ ...service, name: hash('service', service.name) })),
        },
        adopted: adopted.map((one) => ({
          ...one,
          service: hash('service', one.service),
          endpointName: hash('endpoint', one.endpointName),
        })),
      },
    ]),
  ),
});

const projectAs = (hash: (kind: Kind, name: string) => string, tagPrefix: string, project: Project): Project => {
  const { name, tags, services = [], endpoints = [], integrations = [] } = project;
  // Headroom knows its own endpoints by the names of their services.
  const owned = new Map(services.map((service) => [endpointName(service.name), service.name]));
  const endpointAs = (endpoint: string): string => {
    const service = owned.get(endpoint);
    if (service !== undefined) return endpointName(hash('service', service));
    return isOurs(endpoint) ? endpointName(hash('endpoint', endpoint)) : hash('endpoint', endpoint);
  };
  const projectTags = withTags(hash, tagPrefix, tags);
  return {
    name: hash('project', name),
    ...(projectTags && { tags: projectTags }),
    services: services.map((service) => {
      const serviceTags = withTags(hash, tagPrefix, service.tags);
      return { ...service, name: hash('service', service.name), ...(serviceTags && { tags: serviceTags }) };
    }),
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, name: endpointAs(endpoint.name) })),
    integrations: integrations.map((integration) => ({
      ...integration,
      service: hash('service', integration.service),
      endpoint: endpointAs(integration.endpoint),
    })),
  };
};

/** Reasons quote names and answers of the platform; their beginning says what happened. */
const kindOfReason = (why: string): string => why.split(':', 1)[0] ?? '';

/**
 * The scenario without the names of the organization: names of projects, services, endpoints, owners and all values of tags
 * are hashed, and equal ones stay equal, so that rules by tag select the same services. Keys of tags, types, plans, clouds,
 * sizes and prices stay, and so do the tags that Headroom reads.
 * @param secret random bytes that are forgotten afterwards
 * @param tagPrefix key of Headroom's tags (`tagPrefix` of the policy)
 */
export const anonymized = (scenario: Scenario, secret: Buffer, tagPrefix: string): Scenario => {
  const hash = (kind: Kind, name: string) => hashed(secret, kind, name);
  const { captured } = scenario;
  return {
    ...scenario,
    organization: {
      id: `org${hash('organization', scenario.organization.name).slice('organization-'.length)}`,
      name: hash('organization', scenario.organization.name),
    },
    projects: scenario.projects.map((project) => projectAs(hash, tagPrefix, project)),
    ...(captured && {
      captured: {
        ...captured,
        anonymized: true,
        ...(captured.known && { known: knownAs(hash, captured.known) }),
        omissions: (captured.omissions ?? []).map(({ place, why }) => ({
          place: hash('value', place),
          why: kindOfReason(why),
        })),
      },
    }),
  };
};
