import type { AdoptedEndpoint } from '../change/adopted-endpoint.ts';
import { type ProposedChange, takesOver } from '../change/change.ts';
import type { Snapshot } from '../model/model.ts';
import { isSameValue, optionValueAt } from '../model/search-configuration.ts';
import { isSameMaximum } from '../service/maximum.ts';

/** A project as it is now. */
export interface Present extends Pick<Snapshot, 'services' | 'endpoints'> {
  /** Endpoints made by hand that Headroom manages. */
  readonly adopted: readonly AdoptedEndpoint[];
}

/**
 * Whether the project already is as a change would leave it, by whose change does not matter. A plan that is applied a second time
 * has nothing to do then; if anything differs, it is another plan. Pure.
 */
export const isInPlace = (change: ProposedChange, { services, endpoints, adopted }: Present): boolean => {
  const service = services.find(({ name }) => name === change.service);
  switch (change.kind) {
    case 'create-endpoint':
    case 'update-endpoint':
      return endpoints.some(
        ({ name, maximum }) => name === change.endpointName && isSameMaximum(maximum, change.maximum),
      );
    case 'delete-endpoint':
      return endpoints.every(({ id }) => id !== change.endpointId);
    case 'create-integration': {
      const ids = new Set(endpoints.filter(({ name }) => name === change.endpointName).map(({ id }) => id));
      return service?.integrations.some(({ endpointId }) => ids.has(endpointId)) ?? false;
    }
    case 'delete-integration':
      return service?.integrations.every(({ id }) => id !== change.integrationId) ?? true;
    case 'adopt-endpoint':
    case 'return-endpoint': {
      const isManaged = adopted.some(
        (each) => each.service === change.service && each.endpointName === change.endpointName,
      );
      return isManaged === takesOver(change);
    }
    case 'update-search-configuration':
      return (
        service !== undefined &&
        change.members.every(({ path, to }) => isSameValue(optionValueAt(service.searchConfiguration ?? {}, path), to))
      );
    case 'resize-disk':
      return service?.diskMb === change.toMb;
    default:
      return change satisfies never;
  }
};
