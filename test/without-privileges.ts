import { spawnSync } from 'node:child_process';

const asRoot = ['setpriv', '--inh-caps=-all', '--bounding-set=-all'] as const;

let found: readonly string[] | undefined;

/**
 * What a command starts with so that the system denies it what its user may not use: nothing, but for root, who gives its
 * capabilities up with a program of util-linux. Undefined where neither is possible, as on Windows.
 */
export const withoutPrivileges = (): readonly string[] | undefined => {
  if (process.getuid === undefined) return undefined;
  if (process.getuid() !== 0) return [];
  found ??= spawnSync(asRoot[0], [...asRoot.slice(1), process.execPath, '--version']).status === 0 ? asRoot : undefined;
  return found;
};
