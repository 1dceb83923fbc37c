import { clientOptions, type FlagsOf, type NewCommand } from '../../shell/options.ts';

/** The client commands for integrations (spec.md §4.5). */

/** §4.5 integration-create. */
export const integrationCreateOptions = (command: NewCommand) =>
  clientOptions(
    command
      .description('connect a service to an integration endpoint; type autoscaler enables the autoscaler')
      .requiredOption('-t, --integration-type <type>', 'type of the new integration: autoscaler')
      .option('-d, --dest-service <name>', 'the service, with --source-endpoint-id')
      .option('-S, --source-endpoint-id <id>', 'the endpoint, with --dest-service')
      .option('-s, --source-service <name>', 'the service, with --dest-endpoint-id')
      .option('-D, --dest-endpoint-id <id>', 'the endpoint, with --source-service'),
  );
export type NewIntegrationFlags = FlagsOf<typeof integrationCreateOptions>;

/** §4.5 integration-list. */
export const integrationListOptions = (command: NewCommand) =>
  clientOptions(
    command
      .description('list the integrations of a service, including possible ones')
      .argument('<service>', 'name of the service'),
  );

/** §4.5 integration-delete. */
export const integrationDeleteOptions = (command: NewCommand) =>
  clientOptions(
    command
      .description('delete an integration; type autoscaler disables the autoscaler, and its endpoint remains')
      .argument('<integration-id>', 'see integration-list'),
  );
