import type { Endpoint, Service } from '../model/model.ts';
import { namelessService } from '../service/record-problem.ts';

/** Stands for listed endpoints whose id or type cannot be read: each may be a known endpoint. */
export const oddEndpoint: Endpoint = { id: '', name: '', maximum: { kind: 'additional', gb: null } };

/** Whether an endpoint of a list cannot be read. */
export const isOdd = ({ id }: Endpoint): boolean => id === oddEndpoint.id;

const mayBeNameless = 'the platform does not list it, but lists a record without a name, which may be its own';

/**
 * The services of a reading, with what the last one proves of those whose record cannot be read now: they keep their integrations,
 * so that budgets count what they have. Where a record has no name, any service that is missing may be the one.
 * @param before services of the last reading that was believed; undefined without one
 */
export const withOldParts = (before: readonly Service[] | undefined, now: readonly Service[]): readonly Service[] => {
  if (before === undefined || now.every(({ unusable }) => unusable === undefined)) return now;
  const earlier = new Map(before.map((service) => [service.name, service]));
  const kept = now.map((service) => {
    const { integrations: own, unusable } = service;
    const last = unusable === undefined ? undefined : earlier.get(service.name);
    if (last === undefined) return service;
    const used = new Set(own.map(({ endpointId }) => endpointId));
    return {
      ...service,
      integrations: [...own, ...last.integrations.filter(({ endpointId }) => !used.has(endpointId))],
    };
  });
  const listed = new Set(now.map(({ name }) => name));
  const missing = listed.has(namelessService) ? before.filter(({ name }) => !listed.has(name)) : [];
  return [...kept, ...missing.map((service) => ({ ...service, unusable: mayBeNameless }))];
};
