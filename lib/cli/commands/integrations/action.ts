import {
  createRawIntegration,
  deleteRawIntegration,
  type IntegrationRequest,
  listRawIntegrations,
} from '../../../client/operations/raw.ts';
import { integrationType } from '../../../wire/maximum.ts';
import type { RawIntegration } from '../../../wire/raw-records.ts';
import type { Console } from '../../shell/console.ts';
import type { ClientFlags } from '../../shell/options.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { callPlatform, deleteOnPlatform } from '../call-platform.ts';
import type { CommandContext } from '../command.ts';
import type { NewIntegrationFlags } from './options.ts';

/** The client commands for integrations (spec.md §4.5). */

/**
 * The request for one service and one endpoint. The client command names them in one direction (§4.5), the HTTP body in
 * the other (§2.2). An autoscaler uses the direction of the body, which every platform accepts; other types pass unchanged.
 * @throws UsageError unless exactly one service and one endpoint are named
 */
const requestOf = (flags: NewIntegrationFlags): IntegrationRequest => {
  const { sourceService, destEndpointId, destService, sourceEndpointId } = flags;
  const forwards = [sourceService, destEndpointId].filter((value) => value !== undefined).length;
  const backwards = [destService, sourceEndpointId].filter((value) => value !== undefined).length;
  if (Math.max(forwards, backwards) !== 2 || Math.min(forwards, backwards) !== 0) {
    throw new UsageError(
      'name one service and one endpoint: --dest-service with --source-endpoint-id, or --source-service with --dest-endpoint-id',
    );
  }
  const isReversed = flags.integrationType === integrationType && backwards === 2;
  return {
    integration_type: flags.integrationType,
    source_project: flags.project,
    source_service: (isReversed ? destService : sourceService) ?? null,
    source_endpoint_id: (isReversed ? null : sourceEndpointId) ?? null,
    dest_service: (isReversed ? null : destService) ?? null,
    dest_endpoint_id: (isReversed ? sourceEndpointId : destEndpointId) ?? null,
    user_config: {},
  };
};

const showIntegrations = (console: Console, integrations: readonly RawIntegration[]): void => {
  console.table(
    ['integration id', 'type', 'source', 'destination', 'enabled', 'active'],
    integrations.map((integration) => [
      // A list also contains possible integrations (pf 2.2).
      integration.service_integration_id || '(not enabled)',
      integration.integration_type,
      integration.source_service ?? integration.source_endpoint_id ?? '',
      integration.dest_service ?? integration.dest_endpoint_id ?? '',
      integration.enabled ? 'yes' : 'no',
      integration.active ? 'yes' : 'no',
    ]),
  );
};

/** §4.5 integration-create. */
export const create = async (context: CommandContext<NewIntegrationFlags>): Promise<void> => {
  const request = requestOf(context.flags);
  await callPlatform(
    context,
    (caller) => createRawIntegration(caller, context.flags.project, request),
    (integration) => showIntegrations(context.console, [integration]),
  );
};

/** §4.5 integration-list. */
export const list = (context: CommandContext<ClientFlags>, service: string): Promise<void> =>
  callPlatform(
    context,
    (caller) => listRawIntegrations(caller, context.flags.project, service),
    (integrations) => showIntegrations(context.console, integrations),
  );

/** §4.5 integration-delete. */
export const remove = (context: CommandContext<ClientFlags>, id: string): Promise<void> =>
  deleteOnPlatform(context, 'integration', id, (caller) => deleteRawIntegration(caller, context.flags.project, id));
