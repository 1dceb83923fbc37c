import type { PlatformState } from '../state/state.ts';
import { type Operation, organizationOperation, projectOperation } from './operation.ts';

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

const cloudAnswers = ({ clouds }: PlatformState) => ({ clouds: [...clouds].map(cloudAnswer) });

export const cloudOperations: readonly Operation[] = [
  organizationOperation({ id: 'ListClouds', method: 'GET', path: '/clouds' }, ({ state }) => cloudAnswers(state)),

  projectOperation({ id: 'ListProjectClouds', method: 'GET', path: '/project/:project/clouds' }, ({ state }) =>
    cloudAnswers(state),
  ),

  // No project has any (pf 2.14 networks, 2.15; A-30).
  projectOperation({ id: 'VpcList', method: 'GET', path: '/project/:project/vpcs' }, () => ({ vpcs: [] })),
  projectOperation({ id: 'StaticIPList', method: 'GET', path: '/project/:project/static-ips' }, () => ({
    static_ips: [],
  })),
];
