import type { Command } from 'commander';
import {
  createRawEndpoint,
  deleteRawEndpoint,
  type EndpointUpdate,
  listRawEndpoints,
  updateRawEndpoint,
} from '../../client/operations/raw.ts';
import { maximumKindOf } from '../../core/model/profile.ts';
import { endpointTypes } from '../../wire/maximum.ts';
import type { RawEndpoint } from '../../wire/raw-records.ts';
import { readUserConfig } from '../session/user-config.ts';
import type { CommandLine, End } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import { type ClientFlags, clientCommand, deleted } from './client-command.ts';

/** The client commands for integration endpoints (spec.md §4.5). */

interface UserConfigFlags extends ClientFlags {
  readonly userConfig: string;
}

interface CreateFlags extends UserConfigFlags {
  readonly endpointName: string;
  readonly endpointType?: string;
}

const userConfigOption = (command: Command): Command =>
  command.requiredOption(
    '--user-config-json, --user-config <json>',
    `configuration as JSON or @FILE: '{"max_additional_storage":"GB"}', or with --profile current '{"autoscaling":[{"type":"autoscale_disk","cap_gb":GB}]}'`,
  );

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
const addCreate = (program: Command, line: CommandLine, end: End): void => {
  const command = userConfigOption(
    program
      .command('integration-endpoint-create')
      .description('create an integration endpoint, which defines the maximum additional storage')
      .requiredOption('-d, --endpoint-name <name>', 'name of the new endpoint')
      .option(
        '-t, --endpoint-type <type>',
        'type of the new endpoint; default: disk_storage, or autoscaler with --profile current',
      ),
  );
  const example = `headroom integration-endpoint-create --project acme-prod -d autoscaler-200 -t disk_storage --user-config '{"max_additional_storage":"200"}'`;
  clientCommand<RawEndpoint, CreateFlags>(
    { command, example, line, end },
    async ({ project, endpointName, endpointType, userConfig, profile }) => {
      const user_config = await readUserConfig(userConfig, profile);
      const endpoint_type = endpointType ?? endpointTypes[maximumKindOf(profile)];
      const request = { endpoint_name: endpointName, endpoint_type, user_config };
      return (caller) => createRawEndpoint(caller, project, request);
    },
    (console, endpoint) => showEndpoints(console, [endpoint]),
  );
};

/** §4.5 integration-endpoint-list. */
const addList = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('integration-endpoint-list')
    .description('list the integration endpoints of a project');
  clientCommand(
    { command, example: 'headroom integration-endpoint-list --project acme-prod', line, end },
    ({ project }) =>
      (caller) =>
        listRawEndpoints(caller, project),
    showEndpoints,
  );
};

/** §4.5 integration-endpoint-update. */
const addUpdate = (program: Command, line: CommandLine, end: End): void => {
  const command = userConfigOption(
    program
      .command('integration-endpoint-update')
      .description('change the configuration of an integration endpoint, such as its maximum')
      .argument('<endpoint-id>', 'see integration-endpoint-list'),
  );
  const example = `headroom integration-endpoint-update --project acme-prod ENDPOINT_ID --user-config '{"max_additional_storage":"300"}'`;
  clientCommand<EndpointUpdate, UserConfigFlags, [string]>(
    { command, example, line, end },
    async ({ project, userConfig, profile }, id) => {
      const user_config = await readUserConfig(userConfig, profile);
      return (caller) => updateRawEndpoint(caller, project, id, user_config);
    },
    (console, { endpoint, changed }) => {
      showEndpoints(console, [endpoint]);
      if (!changed) console.note('No change: the endpoint already has this configuration.');
    },
  );
};

/** §4.5 integration-endpoint-delete. */
const addDelete = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('integration-endpoint-delete')
    .description('delete an integration endpoint that no integration uses')
    .argument('<endpoint-id>', 'see integration-endpoint-list');
  clientCommand(
    { command, example: 'headroom integration-endpoint-delete --project acme-prod ENDPOINT_ID', line, end },
    ({ project }, id: string) => deleted(id, (caller) => deleteRawEndpoint(caller, project, id)),
    (console, { deleted: gone }) => console.line(`deleted endpoint ${gone}`),
  );
};

export const addIntegrationEndpoints = (program: Command, line: CommandLine, end: End): void => {
  for (const add of [addCreate, addList, addUpdate, addDelete]) add(program, line, end);
};
