import {
  createRawEndpoint,
  deleteRawEndpoint,
  type EndpointUpdate,
  listRawEndpoints,
  updateRawEndpoint,
} from '../../../client/operations/raw.ts';
import { maximumKindOf } from '../../../core/model/profile.ts';
import { endpointTypes } from '../../../wire/maximum.ts';
import type { RawEndpoint } from '../../../wire/raw-records.ts';
import type { Console } from '../../shell/console.ts';
import { clientAction, deleted } from '../client-action.ts';
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
export const create = clientAction<RawEndpoint, NewEndpointFlags>(
  async ({ project, endpointName, endpointType, userConfig, profile }) => {
    const user_config = await readUserConfig(userConfig, profile);
    const endpoint_type = endpointType ?? endpointTypes[maximumKindOf(profile)];
    const request = { endpoint_name: endpointName, endpoint_type, user_config };
    return (caller) => createRawEndpoint(caller, project, request);
  },
  (console, endpoint) => showEndpoints(console, [endpoint]),
);

/** §4.5 integration-endpoint-list. */
export const list = clientAction(
  ({ project }) =>
    (caller) =>
      listRawEndpoints(caller, project),
  showEndpoints,
);

/** §4.5 integration-endpoint-update. */
export const update = clientAction<EndpointUpdate, EndpointUpdateFlags, [string]>(
  async ({ project, userConfig, profile }, id) => {
    const user_config = await readUserConfig(userConfig, profile);
    return (caller) => updateRawEndpoint(caller, project, id, user_config);
  },
  (console, { endpoint, changed }) => {
    showEndpoints(console, [endpoint]);
    if (!changed) console.note('No change: the endpoint already has this configuration.');
  },
);

/** §4.5 integration-endpoint-delete. */
export const remove = clientAction(
  ({ project }, id: string) => deleted(id, (caller) => deleteRawEndpoint(caller, project, id)),
  (console, { deleted: gone }) => console.line(`deleted endpoint ${gone}`),
);
