import type { Change } from '../../core/model/change.ts';
import type { Maximum } from '../../core/model/model.ts';
import { configurationOf } from '../../core/model/search-configuration.ts';
import type { OnRequestId, Platform } from '../../ports.ts';

/** Ids of the endpoints that this run made, by name: the integration that follows needs them. */
export type MadeEndpoints = Map<string, string>;

/** One write to the platform, ready to be sent. */
export type Write = (platform: Platform, onRequestId: OnRequestId) => Promise<void>;

const need = (id: string | null | undefined, change: Change): string => {
  if (id) return id;
  throw new Error(`the endpoint ${change.endpointName} is not there, so ${change.kind} cannot be done`);
};

const maximumOf = ({ maximum, kind }: Change): Maximum => {
  if (maximum !== null) return maximum;
  throw new Error(`the change ${kind} carries no maximum; make the plan again`);
};

/**
 * The one write that carries out a change. An integration is made with the id that creating its endpoint gave
 * (spec.md §1.3, §4.1); a maximum is changed by updating the endpoint (§4.2).
 * @throws Error, before anything is sent, for a change that lacks what its write needs
 */
export const writeOf = (change: Change, made: MadeEndpoints): Write => {
  const { project, service, endpointName: name } = change;
  switch (change.kind) {
    case 'create-endpoint': {
      const maximum = maximumOf(change);
      return async (platform, onRequestId) => {
        made.set(name, (await platform.createEndpoint(project, name, maximum, onRequestId)).id);
      };
    }
    case 'update-endpoint': {
      const [id, maximum] = [need(change.endpointId, change), maximumOf(change)];
      return async (platform, onRequestId) => {
        // The answer may carry a new id (platform-facts §1.2).
        made.set(name, (await platform.updateEndpoint(project, id, maximum, onRequestId)).id);
      };
    }
    case 'delete-endpoint': {
      const id = need(change.endpointId, change);
      return (platform, onRequestId) => platform.deleteEndpoint(project, id, onRequestId);
    }
    case 'create-integration': {
      const id = need(made.get(name) ?? change.endpointId, change);
      return (platform, onRequestId) => platform.createIntegration(project, service, id, onRequestId);
    }
    case 'delete-integration': {
      const id = need(change.integrationId, change);
      return (platform, onRequestId) => platform.deleteIntegration(project, id, onRequestId);
    }
    case 'update-search-configuration': {
      const options = configurationOf(change.members ?? []);
      return (platform, onRequestId) => platform.updateSearchConfiguration(project, service, options, onRequestId);
    }
  }
};
