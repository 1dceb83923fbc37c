import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { inCdkJson, parseSettings, type Settings, type SettingsOrigin, withRoles } from '../contract/settings.ts';

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

const inFile = (file: string, directory: string): ChosenSettings => {
  const name = basename(file).replace(/\.(?:ya?ml|json)$/, '');
  if (!named.test(name))
    throw new Error(`${file}: the stack is named after the file; use letters, digits and hyphens, such as prod.yaml`);
  return {
    stackName: `headroom-${name}`,
    context: read(resolve(directory, file)),
    origin: { source: file, prefix: '' },
  };
};

/** Files of settings in a folder, each for a deployment. @throws Error if it has none */
const filesIn = (folderName: string, directory: string): string[] => {
  const names = readdirSync(resolve(directory, folderName)).filter((name) => /\.(?:ya?ml|json)$/.test(name));
  if (names.length === 0) throw new Error(`${folderName}: the folder has no file of settings, such as prod.yaml`);
  return names.sort().map((name) => join(folderName, name));
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const chosen = (contextOf: (name: string) => unknown, directory: string): readonly ChosenSettings[] => {
  const environment = textOf(contextOf('env'));
  const given = textOf(contextOf('settings'));
  if (environment !== undefined && given !== undefined) throw new Error('use either -c env=NAME or -c settings=FILE');
  const file = environment === undefined ? given : `${folder}/${environment}.yaml`;
  if (file === undefined) return [{ stackName: 'headroom', context: contextOf('headroom'), origin: inCdkJson }];
  const files = isFolder(resolve(directory, file)) ? filesIn(file, directory) : [file];
  return files.map((path) => inFile(path, directory));
};

/** A deployment, with the stack that it is. */
interface Deployment {
  readonly stackName: string;
  readonly settings: Settings;
}

/**
 * The deployments that the context names: `-c env=prod` is the file `settings/prod.yaml`, `-c settings=FILE` any other, and
 * `-c settings=FOLDER` all files of a folder; each is for the stack `headroom-` and the file's name, so that no file can change
 * the deployment of another. Relative paths begin at `directory`. None: the context `headroom` of cdk.json, for the stack `headroom`.
 * @throws Error if both are named, a file cannot be read, is invalid or has no name for a stack, or one of several has no place
 */
export const deploymentsOf = (contextOf: (name: string) => unknown, directory = '.'): readonly Deployment[] => {
  const all = chosen(contextOf, directory);
  return all.map(({ stackName, context, origin }) => {
    const settings = parseSettings(withRoles(context, contextOf), origin);
    // Without a place it would go to the account of the person who deploys the others.
    if (all.length > 1 && (settings.account === undefined || settings.region === undefined))
      throw new Error(`${origin.source}: add account and region, because several deployments are made at once`);
    return { stackName, settings };
  });
};
