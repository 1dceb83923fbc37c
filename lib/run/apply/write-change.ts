import { type Change, endpointIdAfter } from '../../core/change/change.ts';
import { configurationOf } from '../../core/model/search-configuration.ts';
import type { Platform, Store, WriteWatch } from '../../ports.ts';
import { recordManager } from './adopted.ts';

/** Ids of the endpoints that this run created, by name, for their integrations. */
export type MadeEndpoints = Map<string, string>;

/** Where a change is written to: the platform, or the store for one that only concerns who manages an endpoint. */
interface Targets {
  readonly platform: Platform;
  readonly store: Store;
}

/** One prepared write. */
export type Write = (targets: Targets, watch: WriteWatch) => Promise<void>;

/**
 * The write of a change. An integration uses the id of its created endpoint (spec.md §1.3, §4.1); a new maximum updates the
 * endpoint (§4.2).
 * @throws Error, before sending anything, for an integration whose endpoint does not exist
 */
export const writeOf = (change: Change, made: MadeEndpoints): Write => {
  const { project } = change;
  switch (change.kind) {
    case 'create-endpoint': {
      const { endpointName: name, maximum } = change;
      return async ({ platform }, watch) => {
        made.set(name, (await platform.createEndpoint(project, name, maximum, watch)).id);
      };
    }
    case 'update-endpoint': {
      const { endpointName: name, endpointId, maximum } = change;
      return async ({ platform }, watch) => {
        // The answer may contain a new id (pf 1.2).
        made.set(name, (await platform.updateEndpoint(project, endpointId, maximum, watch)).id);
      };
    }
    case 'delete-endpoint':
      return ({ platform }, watch) => platform.deleteEndpoint(project, change.endpointId, watch);
    case 'create-integration': {
      const id = endpointIdAfter(change, made);
      if (id === null)
        throw new Error(`endpoint ${change.endpointName} does not exist, so create-integration is not possible`);
      return ({ platform }, watch) => platform.createIntegration(project, change.service, id, watch);
    }
    case 'delete-integration':
      return ({ platform }, watch) => platform.deleteIntegration(project, change.integrationId, watch);
    case 'adopt-endpoint':
    case 'return-endpoint':
      return async ({ store }, watch) => {
        await watch.mayStart?.();
        await recordManager(store, change);
      };
    case 'update-search-configuration': {
      const options = configurationOf(change.members);
      return ({ platform }, watch) => platform.updateSearchConfiguration(project, change.service, options, watch);
    }
    case 'resize-disk':
      return ({ platform }, watch) => platform.resizeDisk(project, change.service, change.toMb, watch);
    default:
      return change satisfies never;
  }
};
