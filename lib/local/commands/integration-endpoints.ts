import type { Command } from 'commander';
import {
  createRawEndpoint,
  deleteRawEndpoint,
  listRawEndpoints,
  updateRawEndpoint,
} from '../../client/raw-operations.ts';
import type { RawEndpoint } from '../../wire/raw-records.ts';
import type { Console } from '../console.ts';
import { readUserConfig } from '../user-config.ts';
import { type ClientFlags, clientOptions, withCaller } from './client-command.ts';
import { type CommandLine, example } from './command-line.ts';

/** The client commands for integration endpoints (spec.md §4.5). */

type End = (status: number) => void;

interface UserConfigFlags extends ClientFlags {
  readonly userConfig: string;
}

interface CreateFlags extends UserConfigFlags {
  readonly endpointName: string;
  readonly endpointType: string;
}

const userConfigOption = (command: Command): Command =>
  command.requiredOption(
    '--user-config-json, --user-config <json>',
    `configuration as JSON or @FILE: '{"max_additional_storage":"GB"}'`,
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
  const command = program
    .command('integration-endpoint-create')
    .description('create an integration endpoint, which holds the maximum additional storage')
    .requiredOption('-d, --endpoint-name <name>', 'name of the new endpoint')
    .requiredOption('-t, --endpoint-type <type>', 'type of the new endpoint: disk_storage');
  example(
    clientOptions(userConfigOption(command)),
    `headroom integration-endpoint-create --project acme-prod -d autoscaler-200 -t disk_storage --user-config '{"max_additional_storage":"200"}'`,
  );
  command.action(async (flags: CreateFlags) => {
    const userConfig = await readUserConfig(flags.userConfig);
    const request = {
      endpoint_name: flags.endpointName,
      endpoint_type: flags.endpointType,
      user_config: userConfig,
    };
    end(
      await withCaller(
        line,
        flags,
        (caller) => createRawEndpoint(caller, flags.project, request),
        (console, endpoint) => showEndpoints(console, [endpoint]),
      ),
    );
  });
};

/** §4.5 integration-endpoint-list. */
const addList = (program: Command, line: CommandLine, end: End): void => {
  const command = clientOptions(
    program.command('integration-endpoint-list').description('list the integration endpoints of a project'),
  );
  example(command, 'headroom integration-endpoint-list --project acme-prod');
  command.action(async (flags: ClientFlags) =>
    end(await withCaller(line, flags, (caller) => listRawEndpoints(caller, flags.project), showEndpoints)),
  );
};

/** §4.5 integration-endpoint-update. */
const addUpdate = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('integration-endpoint-update')
    .description('change the configuration of an integration endpoint, such as its maximum')
    .argument('<endpoint-id>', 'see integration-endpoint-list');
  example(
    clientOptions(userConfigOption(command)),
    `headroom integration-endpoint-update --project acme-prod ENDPOINT_ID --user-config '{"max_additional_storage":"300"}'`,
  );
  command.action(async (id: string, flags: UserConfigFlags) => {
    const userConfig = await readUserConfig(flags.userConfig);
    end(
      await withCaller(
        line,
        flags,
        (caller) => updateRawEndpoint(caller, flags.project, id, userConfig),
        (console, { endpoint, changed }) => {
          showEndpoints(console, [endpoint]);
          if (!changed) console.note('It was so already: nothing changed.');
        },
      ),
    );
  });
};

/** §4.5 integration-endpoint-delete. */
const addDelete = (program: Command, line: CommandLine, end: End): void => {
  const command = clientOptions(
    program
      .command('integration-endpoint-delete')
      .description('delete an integration endpoint that no integration uses')
      .argument('<endpoint-id>', 'see integration-endpoint-list'),
  );
  example(command, 'headroom integration-endpoint-delete --project acme-prod ENDPOINT_ID');
  command.action(async (id: string, flags: ClientFlags) =>
    end(
      await withCaller(
        line,
        flags,
        async (caller) => {
          await deleteRawEndpoint(caller, flags.project, id);
          return { deleted: id };
        },
        (console) => console.line(`deleted endpoint ${id}`),
      ),
    ),
  );
};

export const addIntegrationEndpoints = (program: Command, line: CommandLine, end: End): void => {
  for (const add of [addCreate, addList, addUpdate, addDelete]) add(program, line, end);
};
