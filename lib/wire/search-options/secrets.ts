import { isMembers, type Members } from '../../core/model/plain-data.ts';
import { isSecret, type OptionPath, optionAt } from './options.ts';

const filtered = (
  config: Members,
  path: OptionPath,
  includes: (path: OptionPath) => boolean,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([name]) => includes([...path, name]))
      .map(([name, value]) => [name, isMembers(value) ? filtered(value, [...path, name], includes) : value]),
  );

/** A configuration without its secret options, as the platform shows it by default. */
export const withoutSecrets = (config: Members): Record<string, unknown> =>
  filtered(config, [], (path) => !isSecret(path));

/**
 * Only the options that are known to be public. Options that the platform added later may be secret,
 * so they are left out.
 */
export const publicOptions = (config: Members): Record<string, unknown> =>
  filtered(config, [], (path) => optionAt(path) !== undefined && !isSecret(path));
