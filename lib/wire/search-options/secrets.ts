import { isSecret, type OptionPath, optionAt } from './facts.ts';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kept = (config: Members, path: OptionPath, keeps: (path: OptionPath) => boolean): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([name]) => keeps([...path, name]))
      .map(([name, value]) => [name, isMembers(value) ? kept(value, [...path, name], keeps) : value]),
  );

/** A configuration without its secret options, as the platform shows it to whoever does not ask for them. */
export const withoutSecrets = (config: Members): Record<string, unknown> => kept(config, [], (path) => !isSecret(path));

/**
 * Only the options that are known not to be secret. What the platform added since may hold a secret that nobody here
 * knows of, so it is left out.
 */
export const publicOptions = (config: Members): Record<string, unknown> =>
  kept(config, [], (path) => optionAt(path) !== undefined && !isSecret(path));
