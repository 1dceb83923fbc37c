import type { Command } from 'commander';
import type { CommandLine, End } from '../../shell/command-line.ts';
import { clientCommand } from '../client-command.ts';

/** The client commands for integrations (spec.md §4.5). */

const load = () => import('./action.ts');

/** §4.5 integration-create. */
const addCreate = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('integration-create')
    .description('connect a service to an integration endpoint; type autoscaler enables the autoscaler')
    .requiredOption('-t, --integration-type <type>', 'type of the new integration: autoscaler')
    .option('-d, --dest-service <name>', 'the service, with --source-endpoint-id')
    .option('-S, --source-endpoint-id <id>', 'the endpoint, with --dest-service')
    .option('-s, --source-service <name>', 'the service, with --dest-endpoint-id')
    .option('-D, --dest-endpoint-id <id>', 'the endpoint, with --source-service');
  const example = 'headroom integration-create --project acme-prod -t autoscaler -d orders-pg -S ENDPOINT_ID';
  clientCommand({ command, example, line, end }, async () => (await load()).create);
};

/** §4.5 integration-list. */
const addList = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('integration-list')
    .description('list the integrations of a service, including possible ones')
    .argument('<service>', 'name of the service');
  clientCommand(
    { command, example: 'headroom integration-list --project acme-prod orders-pg', line, end },
    async () => (await load()).list,
  );
};

/** §4.5 integration-delete. */
const addDelete = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('integration-delete')
    .description('delete an integration; type autoscaler disables the autoscaler, and its endpoint remains')
    .argument('<integration-id>', 'see integration-list');
  clientCommand(
    { command, example: 'headroom integration-delete --project acme-prod INTEGRATION_ID', line, end },
    async () => (await load()).remove,
  );
};

export const addIntegrations = (program: Command, line: CommandLine, end: End): void => {
  for (const add of [addCreate, addList, addDelete]) add(program, line, end);
};
