import {
  createRawEndpoint,
  deleteRawEndpoint,
  listRawEndpoints,
  updateRawEndpoint,
} from '../../../client/operations/raw.ts';
import { maximumKindOf, type Profile } from '../../../core/model/model.ts';
import { readNamed } from '../../../documents/files/named.ts';
import { endpointTypes } from '../../../wire/maximum.ts';
import type { RawEndpoint } from '../../../wire/raw-records.ts';
import type { Console } from '../../shell/console.ts';
import type { ClientFlags } from '../../shell/options.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { callPlatform, deleteOnPlatform, profileOf } from '../call-platform.ts';
import type { CommandContext } from '../command.ts';
import type { EndpointUpdateFlags, NewEndpointFlags } from './options.ts';

/** `user_config` of an endpoint, as in the HTTP body. */
type UserConfig = Readonly<Record<string, unknown>>;

const asObject = (text: string, where: string): UserConfig => {
  const remedy = `${where}: must be a JSON object, such as '{"max_additional_storage":"200"}', or @FILE`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may contain a secret of another endpoint type.
    throw new UsageError(`${remedy}; this is not JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(remedy);
  return value as UserConfig;
};

/**
 * The client writes `max_additional_storage` at the top level, the HTTP body nests it under `autoscaler` (spec.md §2.1
 * client form). All other forms pass unchanged.
 * @throws UsageError in profile current, where maximums count the whole disk
 */
const nested = (config: UserConfig, where: string, profile: Profile): UserConfig => {
  if (!('max_additional_storage' in config) || 'autoscaler' in config) return config;
  if (profile === 'documented') return { autoscaler: config };
  throw new UsageError(
    `${where}: profile current counts the whole disk and has no max_additional_storage: use '{"autoscaling":[{"type":"autoscale_disk","cap_gb":GB}]}'`,
  );
};

/**
 * Reads the value of `--user-config`: JSON, or `@FILE` for a JSON file (pf 3.2).
 * @throws UsageError if it is not a JSON object, Error if the file cannot be read
 */
export const readUserConfig = async (value: string, profile: Profile): Promise<UserConfig> => {
  if (!value.startsWith('@')) return nested(asObject(value, '--user-config'), '--user-config', profile);
  const file = value.slice(1);
  const where = `--user-config ${file}`;
  return nested(asObject(await readNamed(file, { use: 'a JSON file', mostMib: 1 }), where), where, profile);
};

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
