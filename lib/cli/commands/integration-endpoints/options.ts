import { clientOptions, type FlagsOf, type NewCommand } from '../../shell/options.ts';

/** The client commands for integration endpoints (spec.md §4.5). */

const userConfig = [
  '--user-config-json, --user-config <json>',
  `configuration as JSON or @FILE: '{"max_additional_storage":"GB"}', or with --profile current '{"autoscaling":[{"type":"autoscale_disk","cap_gb":GB}]}'`,
] as const;

/** §4.5 integration-endpoint-create. */
export const endpointCreateOptions = (command: NewCommand) =>
  clientOptions(
    command
      .description('create an integration endpoint, which defines the maximum additional storage')
      .requiredOption('-d, --endpoint-name <name>', 'name of the new endpoint')
      .option(
        '-t, --endpoint-type <type>',
        'type of the new endpoint; default: disk_storage, or autoscaler with --profile current',
      )
      .requiredOption(...userConfig),
  );
export type NewEndpointFlags = FlagsOf<typeof endpointCreateOptions>;

/** §4.5 integration-endpoint-list. */
export const endpointListOptions = (command: NewCommand) =>
  clientOptions(command.description('list the integration endpoints of a project'));

/** §4.5 integration-endpoint-update. */
export const endpointUpdateOptions = (command: NewCommand) =>
  clientOptions(
    command
      .description('change the configuration of an integration endpoint, such as its maximum')
      .argument('<endpoint-id>', 'see integration-endpoint-list')
      .requiredOption(...userConfig),
  );
export type EndpointUpdateFlags = FlagsOf<typeof endpointUpdateOptions>;

/** §4.5 integration-endpoint-delete. */
export const endpointDeleteOptions = (command: NewCommand) =>
  clientOptions(
    command
      .description('delete an integration endpoint that no integration uses')
      .argument('<endpoint-id>', 'see integration-endpoint-list'),
  );
