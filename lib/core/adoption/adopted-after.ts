import type { AdoptedByProject, AdoptedEndpoint } from '../change/adopted-endpoint.ts';
import type { Change } from '../change/change.ts';
import { groupBy } from '../model/grouping.ts';

/** Whether a change concerns this adopted endpoint. */
const isOf = (
  { service, endpointName }: AdoptedEndpoint,
  change: { readonly service: string | null; readonly endpointName: string },
): boolean => service === change.service && endpointName === change.endpointName;

/**
 * Adopted endpoints of a project after one of its changes; a service has at most one. A deleted one is not Headroom's if a person
 * makes it again.
 */
export const adoptedAfter = (adopted: readonly AdoptedEndpoint[], change: Change): readonly AdoptedEndpoint[] => {
  switch (change.kind) {
    case 'adopt-endpoint': {
      const { service, endpointName, maximum } = change;
      return [...adopted.filter((each) => each.service !== service), { service, endpointName, kind: maximum.kind }];
    }
    case 'return-endpoint':
    case 'delete-endpoint':
      return adopted.filter((each) => !isOf(each, change));
    default:
      return adopted;
  }
};

/** The same of many projects. */
export const adoptedByProjectAfter = (adopted: AdoptedByProject | undefined, changes: readonly Change[]) => {
  const after = new Map(adopted);
  for (const [project, own] of groupBy(changes, (change) => change.project))
    after.set(project, own.reduce(adoptedAfter, after.get(project) ?? []));
  return after;
};
