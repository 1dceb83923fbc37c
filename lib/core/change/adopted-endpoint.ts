import type { HeldMaximum, MaximumKind } from '../model/model.ts';

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
