import { clientOptions, example, type FlagsOf, type Parent } from '../../shell/options.ts';

/** The client commands for integrations (spec.md §4.5). */

/** §4.5 integration-create. */
export const integrationCreateOptions = (parent: Parent) => {
  const command = parent
    .command('integration-create')
    .description('connect a service to an integration endpoint; type autoscaler enables the autoscaler')
    .requiredOption('-t, --integration-type <type>', 'type of the new integration: autoscaler')
    .option('-d, --dest-service <name>', 'the service, with --source-endpoint-id')
    .option('-S, --source-endpoint-id <id>', 'the endpoint, with --dest-service')
    .option('-s, --source-service <name>', 'the service, with --dest-endpoint-id')
    .option('-D, --dest-endpoint-id <id>', 'the endpoint, with --source-service');
  return example(
    clientOptions(command),
    'headroom integration-create --project acme-prod -t autoscaler -d orders-pg -S ENDPOINT_ID',
  );
};
export type NewIntegrationFlags = FlagsOf<typeof integrationCreateOptions>;

/** §4.5 integration-list. */
export const integrationListOptions = (parent: Parent) => {
  const command = parent
    .command('integration-list')
    .description('list the integrations of a service, including possible ones')
    .argument('<service>', 'name of the service');
  return example(clientOptions(command), 'headroom integration-list --project acme-prod orders-pg');
};

/** §4.5 integration-delete. */
export const integrationDeleteOptions = (parent: Parent) => {
  const command = parent
    .command('integration-delete')
    .description('delete an integration; type autoscaler disables the autoscaler, and its endpoint remains')
    .argument('<integration-id>', 'see integration-list');
  return example(clientOptions(command), 'headroom integration-delete --project acme-prod INTEGRATION_ID');
};
