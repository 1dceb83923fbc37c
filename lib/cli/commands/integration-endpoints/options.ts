import { clientOptions, example, type FlagsOf, type Parent } from '../../shell/options.ts';

/** The client commands for integration endpoints (spec.md §4.5). */

const userConfig = [
  '--user-config-json, --user-config <json>',
  `configuration as JSON or @FILE: '{"max_additional_storage":"GB"}', or with --profile current '{"autoscaling":[{"type":"autoscale_disk","cap_gb":GB}]}'`,
] as const;

/** §4.5 integration-endpoint-create. */
export const endpointCreateOptions = (parent: Parent) => {
  const command = parent
    .command('integration-endpoint-create')
    .description('create an integration endpoint, which defines the maximum additional storage')
    .requiredOption('-d, --endpoint-name <name>', 'name of the new endpoint')
    .option(
      '-t, --endpoint-type <type>',
      'type of the new endpoint; default: disk_storage, or autoscaler with --profile current',
    )
    .requiredOption(...userConfig);
  return example(
    clientOptions(command),
    `headroom integration-endpoint-create --project acme-prod -d autoscaler-200 -t disk_storage --user-config '{"max_additional_storage":"200"}'`,
  );
};
export type NewEndpointFlags = FlagsOf<typeof endpointCreateOptions>;

/** §4.5 integration-endpoint-list. */
export const endpointListOptions = (parent: Parent) => {
  const command = parent
    .command('integration-endpoint-list')
    .description('list the integration endpoints of a project');
  return example(clientOptions(command), 'headroom integration-endpoint-list --project acme-prod');
};

/** §4.5 integration-endpoint-update. */
export const endpointUpdateOptions = (parent: Parent) => {
  const command = parent
    .command('integration-endpoint-update')
    .description('change the configuration of an integration endpoint, such as its maximum')
    .argument('<endpoint-id>', 'see integration-endpoint-list')
    .requiredOption(...userConfig);
  return example(
    clientOptions(command),
    `headroom integration-endpoint-update --project acme-prod ENDPOINT_ID --user-config '{"max_additional_storage":"300"}'`,
  );
};
export type EndpointUpdateFlags = FlagsOf<typeof endpointUpdateOptions>;

/** §4.5 integration-endpoint-delete. */
export const endpointDeleteOptions = (parent: Parent) => {
  const command = parent
    .command('integration-endpoint-delete')
    .description('delete an integration endpoint that no integration uses')
    .argument('<endpoint-id>', 'see integration-endpoint-list');
  return example(clientOptions(command), 'headroom integration-endpoint-delete --project acme-prod ENDPOINT_ID');
};
