import type { Change, Maximum } from '../core/model.ts';
import { configurationOf } from '../core/search-configuration.ts';
import type { Platform } from '../ports.ts';

/** Ids of the endpoints that this run made, by name: the integration that follows needs them. */
export type MadeEndpoints = Map<string, string>;

const need = (id: string | null | undefined, change: Change): string => {
  if (id) return id;
  throw new Error(`the endpoint ${change.endpointName} is not there, so ${change.kind} cannot be done`);
};

const maximumOf = ({ maximum, kind }: Change): Maximum => {
  if (maximum !== null) return maximum;
  throw new Error(`the change ${kind} carries no maximum; make the plan again`);
};

/**
 * Carries out one change: one write to the platform. An integration is made with the id that creating its endpoint gave
 * (spec.md §1.3, §4.1); a maximum is changed by updating the endpoint (§4.2).
 */
export const carryOut = async (platform: Platform, change: Change, made: MadeEndpoints): Promise<void> => {
  const { project, service, endpointName: name } = change;
  switch (change.kind) {
    case 'create-endpoint': {
      const endpoint = await platform.createEndpoint(project, name, maximumOf(change));
      made.set(name, endpoint.id);
      return;
    }
    case 'update-endpoint': {
      // The answer may carry a new id (platform-facts §1.2).
      const endpoint = await platform.updateEndpoint(project, need(change.endpointId, change), maximumOf(change));
      made.set(name, endpoint.id);
      return;
    }
    case 'delete-endpoint':
      return platform.deleteEndpoint(project, need(change.endpointId, change));
    case 'create-integration':
      return platform.createIntegration(project, service, need(made.get(name) ?? change.endpointId, change));
    case 'delete-integration':
      return platform.deleteIntegration(project, need(change.integrationId, change));
    case 'update-search-configuration':
      return platform.updateSearchConfiguration(project, service, configurationOf(change.members ?? []));
  }
};
