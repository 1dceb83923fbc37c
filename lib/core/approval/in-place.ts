import type { AdoptedEndpoint } from '../change/adopted-endpoint.ts';
import { type ChangeOf, endpointIdAfter, type ProposedChange, takesOver } from '../change/change.ts';
import type { HeldMaximum, Integration, Service } from '../model/model.ts';
import { isSameValue, type LoweredOption, optionValueAt } from '../model/search-configuration.ts';
import { isSameMaximum } from '../service/maximum.ts';

type Shown = Pick<Service, 'diskMb' | 'searchConfiguration'> & { readonly integrations: readonly Integration[] | null };

/** A project as lists show it. A list that is undefined shows nothing. */
interface Present {
  /** By name. */
  readonly services: ReadonlyMap<string, Shown> | undefined;
  /** Maximums by the ids of their endpoints. */
  readonly endpoints: ReadonlyMap<string, HeldMaximum> | undefined;
  /** Endpoints made by hand that Headroom manages. */
  readonly adopted: readonly AdoptedEndpoint[];
}

type SearchChange = Pick<ChangeOf<'update-search-configuration'>, 'members'>;

/** The platform lowers thread pool sizes instead of refusing them (spec.md §2.4 rule 9). */
const canBeLowered = /^engine\.thread_pool_(?!\w*queue)\w+_size$/;

/** Options of a change that the platform accepted with a lower value. */
export const loweredBy = (
  { members }: SearchChange,
  { searchConfiguration }: Pick<Service, 'searchConfiguration'>,
): LoweredOption[] =>
  members.flatMap(({ path, to }) => {
    const got = optionValueAt(searchConfiguration ?? {}, path);
    const isLess = typeof to === 'number' && typeof got === 'number' && got < to;
    return isLess && canBeLowered.test(path) ? [{ path, asked: to, got }] : [];
  });

/** Whether a service shows its options: a reset option is absent or default, a set one has its value or the lowered value. */
const showsOptions = (change: SearchChange, service: Pick<Service, 'searchConfiguration'>): boolean => {
  const lowered = new Set(loweredBy(change, service).map(({ path }) => path));
  return change.members.every(({ path, from, to }) => {
    const now = optionValueAt(service.searchConfiguration ?? {}, path);
    if (to === null) return now === null || !isSameValue(now, from);
    return isSameValue(now, to) || lowered.has(path);
  });
};

/**
 * Whether a project is as a change leaves it, by whose change does not matter: a change that was made is confirmed by it, and a plan
 * that is applied a second time has nothing to do. Pure.
 * @param ids present ids of endpoints, by name
 */
export const isInPlace = (change: ProposedChange, present: Present, ids: ReadonlyMap<string, string>): boolean => {
  const { services, endpoints, adopted } = present;
  const endpointId = endpointIdAfter(change, ids);
  const service = services?.get(change.service ?? '');
  const isUsed = service?.integrations?.some((each) => each.endpointId === endpointId) ?? false;
  switch (change.kind) {
    case 'create-endpoint':
    case 'update-endpoint': {
      // The list of services shows a new endpoint by its integration.
      if (endpoints === undefined) return change.kind === 'create-endpoint' && isUsed;
      const maximum = endpoints.get(endpointId ?? '');
      return maximum !== undefined && isSameMaximum(maximum, change.maximum);
    }
    case 'delete-endpoint':
      return endpoints !== undefined && !endpoints.has(change.endpointId);
    case 'create-integration':
      return isUsed;
    case 'delete-integration':
      // A deleted service has no integrations.
      if (service === undefined) return services !== undefined;
      return service.integrations?.every(({ id }) => id !== change.integrationId) ?? false;
    case 'adopt-endpoint':
    case 'return-endpoint': {
      const { service: name, endpointName } = change;
      const isManaged = adopted.some((each) => each.service === name && each.endpointName === endpointName);
      return isManaged === takesOver(change);
    }
    case 'update-search-configuration':
      return service !== undefined && showsOptions(change, service);
    case 'resize-disk':
      return service?.diskMb === change.toMb;
    default:
      return change satisfies never;
  }
};
