import type { Command } from 'commander';
import type { CommandLine, End } from '../../shell/command-line.ts';
import { clientCommand } from '../client-command.ts';

/** The client commands for integration endpoints (spec.md §4.5). */

const load = () => import('./action.ts');

const userConfigOption = (command: Command): Command =>
  command.requiredOption(
    '--user-config-json, --user-config <json>',
    `configuration as JSON or @FILE: '{"max_additional_storage":"GB"}', or with --profile current '{"autoscaling":[{"type":"autoscale_disk","cap_gb":GB}]}'`,
  );

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
  clientCommand({ command, example, line, end }, async () => (await load()).create);
};

/** §4.5 integration-endpoint-list. */
const addList = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('integration-endpoint-list')
    .description('list the integration endpoints of a project');
  clientCommand(
    { command, example: 'headroom integration-endpoint-list --project acme-prod', line, end },
    async () => (await load()).list,
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
  clientCommand({ command, example, line, end }, async () => (await load()).update);
};

/** §4.5 integration-endpoint-delete. */
const addDelete = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('integration-endpoint-delete')
    .description('delete an integration endpoint that no integration uses')
    .argument('<endpoint-id>', 'see integration-endpoint-list');
  clientCommand(
    { command, example: 'headroom integration-endpoint-delete --project acme-prod ENDPOINT_ID', line, end },
    async () => (await load()).remove,
  );
};

export const addIntegrationEndpoints = (program: Command, line: CommandLine, end: End): void => {
  for (const add of [addCreate, addList, addUpdate, addDelete]) add(program, line, end);
};
