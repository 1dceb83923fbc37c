import type { Change, ChangeOf } from '../../core/change/change.ts';
import { configurationOf } from '../../core/model/search-configuration.ts';
import type { OnRequestId, Platform } from '../../ports.ts';

/** Ids of the endpoints that this run made, by name: the integration that follows needs them. */
export type MadeEndpoints = Map<string, string>;

/** One write to the platform, ready to be sent. */
export type Write = (platform: Platform, onRequestId: OnRequestId) => Promise<void>;

/** @throws Error while the endpoint that an integration needs is not there */
const idFor = ({ endpointName, endpointId }: ChangeOf<'create-integration'>, made: MadeEndpoints): string => {
  const id = made.get(endpointName) ?? endpointId;
  if (id !== null) return id;
  throw new Error(`the endpoint ${endpointName} is not there, so create-integration cannot be done`);
};

/**
 * The one write that carries out a change. An integration is made with the id that creating its endpoint gave
 * (spec.md §1.3, §4.1); a maximum is changed by updating the endpoint (§4.2).
 * @throws Error, before anything is sent, for an integration whose endpoint is not there
 */
export const writeOf = (change: Change, made: MadeEndpoints): Write => {
  const { project } = change;
  switch (change.kind) {
    case 'create-endpoint': {
      const { endpointName: name, maximum } = change;
      return async (platform, onRequestId) => {
        made.set(name, (await platform.createEndpoint(project, name, maximum, onRequestId)).id);
      };
    }
    case 'update-endpoint': {
      const { endpointName: name, endpointId, maximum } = change;
      return async (platform, onRequestId) => {
        // The answer may carry a new id (platform-facts §1.2).
        made.set(name, (await platform.updateEndpoint(project, endpointId, maximum, onRequestId)).id);
      };
    }
    case 'delete-endpoint':
      return (platform, onRequestId) => platform.deleteEndpoint(project, change.endpointId, onRequestId);
    case 'create-integration': {
      const id = idFor(change, made);
      return (platform, onRequestId) => platform.createIntegration(project, change.service, id, onRequestId);
    }
    case 'delete-integration':
      return (platform, onRequestId) => platform.deleteIntegration(project, change.integrationId, onRequestId);
    case 'update-search-configuration': {
      const options = configurationOf(change.members);
      return (platform, onRequestId) =>
        platform.updateSearchConfiguration(project, change.service, options, onRequestId);
    }
    default:
      return change satisfies never;
  }
};
