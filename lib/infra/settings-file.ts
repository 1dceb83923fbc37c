import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parse } from 'yaml';
import { inCdkJson, type SettingsOrigin } from '../contract/settings.ts';

/** Folder of the files that `-c env=NAME` names. */
const folder = 'settings';

/** Settings as they are written, and the stack that they are for. */
interface ChosenSettings {
  readonly stackName: string;
  readonly context: unknown;
  readonly origin: SettingsOrigin;
}

/** Names that a stack may end with. */
const named = /^[A-Za-z][A-Za-z0-9-]*$/;

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

const read = (file: string): unknown => {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: the settings cannot be read (${error instanceof Error ? error.message : error})`);
  }
};

/**
 * Settings of the deployment that the context names: `-c env=prod` is the file `settings/prod.yaml`, `-c settings=FILE`
 * any other; both are for the stack `headroom-` and the file's name, so that no file can change the deployment of another.
 * Relative paths begin at `directory`. Neither: the context `headroom` of cdk.json, for the stack `headroom`.
 * @throws Error if both are named, or the file cannot be read or has no name for a stack
 */
export const chosenSettings = (contextOf: (name: string) => unknown, directory = '.'): ChosenSettings => {
  const environment = textOf(contextOf('env'));
  const given = textOf(contextOf('settings'));
  if (environment !== undefined && given !== undefined) throw new Error('use either -c env=NAME or -c settings=FILE');
  const file = environment === undefined ? given : `${folder}/${environment}.yaml`;
  if (file === undefined) return { stackName: 'headroom', context: contextOf('headroom'), origin: inCdkJson };
  const name = basename(file).replace(/\.(?:ya?ml|json)$/, '');
  if (!named.test(name))
    throw new Error(`${file}: the stack is named after the file; use letters, digits and hyphens, such as prod.yaml`);
  return {
    stackName: `headroom-${name}`,
    context: read(resolve(directory, file)),
    origin: { place: file, prefix: '' },
  };
};
