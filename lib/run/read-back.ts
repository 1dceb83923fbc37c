import { holds } from '../core/maximum.ts';
import type { Change } from '../core/model.ts';
import type { Platform } from '../ports.ts';
import type { MadeEndpoints } from './carry-out.ts';

type Seen = (change: Change) => boolean;

/** The list of services shows integrations, and with a new one that its endpoint is there. */
const byServices = async (platform: Platform, project: string, made: MadeEndpoints): Promise<Seen> => {
  const services = new Map((await platform.listServices(project)).map((service) => [service.name, service]));
  return (change) => {
    const service = services.get(change.service);
    // An integration goes with its service; one that the list does not speak of is not seen to be gone.
    if (service === undefined) return change.kind === 'delete-integration';
    if (service.integrations === null) return false;
    const { integrations } = service;
    if (change.kind === 'delete-integration') return integrations.every(({ id }) => id !== change.integrationId);
    const endpointId = made.get(change.endpointName) ?? change.endpointId;
    return integrations.some((integration) => integration.endpointId === endpointId);
  };
};

/** The list of endpoints shows maximums, and which endpoints are gone. */
const byEndpoints = async (platform: Platform, project: string, made: MadeEndpoints): Promise<Seen> => {
  const endpoints = new Map((await platform.listEndpoints(project)).map((endpoint) => [endpoint.id, endpoint]));
  return (change) => {
    if (change.kind === 'delete-endpoint') return !endpoints.has(change.endpointId ?? '');
    const endpoint = endpoints.get(made.get(change.endpointName) ?? change.endpointId ?? '');
    return endpoint !== undefined && change.maximum !== null && holds(endpoint.maximum, change.maximum);
  };
};

/**
 * Reads a project back after changes and says of each whether the platform shows it. Enabling costs one read, of the
 * services; changed maximums and deleted endpoints are seen in the list of endpoints alone.
 */
export const readBack = async (
  platform: Platform,
  project: string,
  carriedOut: readonly Change[],
  made: MadeEndpoints,
): Promise<Seen> => {
  const tied = new Set(carriedOut.filter(({ kind }) => kind === 'create-integration').map(({ service }) => service));
  const onServices = ({ kind, service }: Change) =>
    kind.endsWith('-integration') || (kind === 'create-endpoint' && tied.has(service));
  const services = carriedOut.some(onServices) ? await byServices(platform, project, made) : undefined;
  const endpoints = carriedOut.every(onServices) ? undefined : await byEndpoints(platform, project, made);
  return (change) => (onServices(change) ? services : endpoints)?.(change) ?? false;
};
