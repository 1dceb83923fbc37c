import { type Operation, type OrganizationCall, operation } from './operation.ts';

/** Clouds; clients read them before they create or move a service (pf 2.14 clouds). */

/** `Europe, Ireland - Amazon Web Services: Ireland`: region, place, provider, and the provider's region name. */
const describedAs = /^(?<region>[^,]+),.* - (?<provider>[^:]+)/;

/** Region and provider, parsed from the scenario's description; the cloud's name starts with its provider. */
const cloudAnswer = ([name, description]: readonly [string, string]) => {
  const provider = name.split('-')[0] ?? name;
  const parsed = describedAs.exec(description)?.groups;
  return {
    cloud_name: name,
    cloud_description: description,
    geo_region: parsed?.region?.toLowerCase() ?? 'unknown',
    provider,
    provider_description: parsed?.provider ?? provider,
  };
};

const cloudAnswers = ({ state: { clouds } }: OrganizationCall) => ({ clouds: [...clouds].map(cloudAnswer) });

export const cloudOperations: readonly Operation[] = [
  operation('ListClouds', 'GET /clouds', cloudAnswers),
  operation('ListProjectClouds', 'GET /project/:project/clouds', cloudAnswers),
  // No project has any (pf 2.14 networks, 2.15; A-30).
  operation('VpcList', 'GET /project/:project/vpcs', () => ({ vpcs: [] })),
  operation('StaticIPList', 'GET /project/:project/static-ips', () => ({ static_ips: [] })),
];
