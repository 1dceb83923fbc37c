import type { Profile } from '../../../core/model/model.ts';
import { readNamed } from '../../../documents/files/named.ts';
import { UsageError } from '../../shell/usage-error.ts';

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
