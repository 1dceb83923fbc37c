import {
  createRawEndpoint,
  deleteRawEndpoint,
  listRawEndpoints,
  updateRawEndpoint,
} from '../../../client/operations/raw.ts';
import { maximumKindOf } from '../../../core/model/model.ts';
import { endpointTypes } from '../../../wire/maximum.ts';
import type { RawEndpoint } from '../../../wire/raw-records.ts';
import type { Console } from '../../shell/console.ts';
import type { ClientFlags } from '../../shell/options.ts';
import { callPlatform, deleteOnPlatform, profileOf } from '../call-platform.ts';
import type { CommandContext } from '../command.ts';
import type { EndpointUpdateFlags, NewEndpointFlags } from './options.ts';
import { readUserConfig } from './user-config.ts';

/** The client commands for integration endpoints (spec.md §4.5). */

const showEndpoints = (console: Console, endpoints: readonly RawEndpoint[]): void => {
  console.table(
    ['endpoint id', 'name', 'type', 'user config'],
    endpoints.map((endpoint) => [
      endpoint.endpoint_id,
      endpoint.endpoint_name,
      endpoint.endpoint_type,
      JSON.stringify(endpoint.user_config ?? {}),
    ]),
  );
};

/** §4.5 integration-endpoint-create. */
export const create = async (context: CommandContext<NewEndpointFlags>): Promise<void> => {
  const { project, endpointName, endpointType, userConfig } = context.flags;
  const profile = profileOf(context);
  const user_config = await readUserConfig(userConfig, profile);
  const endpoint_type = endpointType ?? endpointTypes[maximumKindOf(profile)];
  const request = { endpoint_name: endpointName, endpoint_type, user_config };
  await callPlatform(
    context,
    (caller) => createRawEndpoint(caller, project, request),
    (endpoint) => showEndpoints(context.console, [endpoint]),
  );
};

/** §4.5 integration-endpoint-list. */
export const list = (context: CommandContext<ClientFlags>): Promise<void> =>
  callPlatform(
    context,
    (caller) => listRawEndpoints(caller, context.flags.project),
    (endpoints) => showEndpoints(context.console, endpoints),
  );

/** §4.5 integration-endpoint-update. */
export const update = async (context: CommandContext<EndpointUpdateFlags>, id: string): Promise<void> => {
  const { flags, console } = context;
  const user_config = await readUserConfig(flags.userConfig, profileOf(context));
  await callPlatform(
    context,
    (caller) => updateRawEndpoint(caller, flags.project, id, user_config),
    ({ endpoint, changed }) => {
      showEndpoints(console, [endpoint]);
      if (!changed) console.note('No change: the endpoint already has this configuration.');
    },
  );
};

/** §4.5 integration-endpoint-delete. */
export const remove = (context: CommandContext<ClientFlags>, id: string): Promise<void> =>
  deleteOnPlatform(context, 'endpoint', id, (caller) => deleteRawEndpoint(caller, context.flags.project, id));
