import { groupBy } from '../model/grouping.ts';
import type { HeldMaximum, MaximumKind } from '../model/model.ts';
import type { Change } from './change.ts';

/**
 * An endpoint made by hand that Headroom manages for a service. An endpoint cannot be renamed (spec.md §4), and its id may
 * change with an update (pf 1.2), so its name and kind identify it: together they are unique in a project.
 */
export interface AdoptedEndpoint {
  readonly service: string;
  readonly endpointName: string;
  readonly kind: MaximumKind;
}

/** Adopted endpoints by project. */
export type AdoptedByProject = ReadonlyMap<string, readonly AdoptedEndpoint[]>;

/** Whether this is the adopted endpoint. */
export const isAdopted = (
  adopted: AdoptedEndpoint | undefined,
  { name, maximum }: { readonly name: string; readonly maximum: HeldMaximum },
): boolean => adopted !== undefined && adopted.endpointName === name && adopted.kind === maximum.kind;

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
