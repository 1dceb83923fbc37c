import type { PlatformState } from '../state/state.ts';
import { type Operation, organizationOperation, projectOperation } from './operation.ts';

/** Where services may run: clients ask before they create a service or move one (pf 2.14 clouds). */

/** `Europe, Ireland - Amazon Web Services: Ireland` names the region, a place, the provider and a place of its own. */
const describedAs = /^(?<region>[^,]+),.* - (?<provider>[^:]+)/;

/** Region and provider, from what the scenario calls a cloud; its name begins with the provider's. */
const cloudAnswer = ([name, description]: readonly [string, string]) => {
  const provider = name.split('-')[0] ?? name;
  const said = describedAs.exec(description)?.groups;
  return {
    cloud_name: name,
    cloud_description: description,
    geo_region: said?.region?.toLowerCase() ?? 'unknown',
    provider,
    provider_description: said?.provider ?? provider,
  };
};

const cloudAnswers = ({ clouds }: PlatformState) => ({ clouds: [...clouds].map(cloudAnswer) });

export const cloudOperations: readonly Operation[] = [
  organizationOperation({ id: 'ListClouds', method: 'GET', path: '/clouds' }, ({ state }) => cloudAnswers(state)),

  projectOperation({ id: 'ListProjectClouds', method: 'GET', path: '/project/:project/clouds' }, ({ state }) =>
    cloudAnswers(state),
  ),

  // There are none (pf 2.14 networks; A-30).
  projectOperation({ id: 'VpcList', method: 'GET', path: '/project/:project/vpcs' }, () => ({ vpcs: [] })),
];
