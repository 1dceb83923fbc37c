import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What decides which browser opens the pages. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly arch: string;
  /** Version of the GNU C library; undefined where Node.js uses another one. */
  readonly glibc: string | undefined;
  readonly isExecutable: (path: string) => boolean;
}

/** The browser of the development dependency, or the path of an installed one. */
export type FoundBrowser = { readonly kind: 'packaged' } | { readonly kind: 'installed'; readonly path: string };

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** The libraries beside the packaged browser need this version of the GNU C library. */
const leastGlibc = [2, 34] as const;

const hasGlibc = (version: string | undefined): boolean => {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  return major > leastGlibc[0] || (major === leastGlibc[0] && minor >= leastGlibc[1]);
};

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const usualPlaces: Readonly<Record<string, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  linux: [...names.map((name) => `/usr/bin/${name}`), '/snap/bin/chromium', '/opt/google/chrome/chrome'],
};

/**
 * The browser that CHROME_PATH names, else that of the development dependency, else an installed one.
 * @throws Error where CHROME_PATH names no program
 */
export const findBrowser = (machine: Machine): FoundBrowser | undefined => {
  const { CHROME_PATH: asked, PATH: folders = '' } = machine.environment;
  if (asked) {
    if (machine.isExecutable(asked)) return { kind: 'installed', path: asked };
    throw new Error(`CHROME_PATH is not a program: ${asked}. Set it to the path of Chromium or Chrome, or unset it.`);
  }
  if (machine.platform === 'linux' && machine.arch === 'x64' && hasGlibc(machine.glibc)) return { kind: 'packaged' };
  const inPath = folders
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const path = [...inPath, ...(usualPlaces[machine.platform] ?? [])].find(machine.isExecutable);
  return path === undefined ? undefined : { kind: 'installed', path };
};

export const noBrowser = 'No browser on this machine: install Chromium or Chrome, or set CHROME_PATH.';

/** Without a browser, tests of pages are skipped on the machine of a developer; on a server of a team they fail. */
export const skipsPages = (machine: Machine): boolean => {
  const { CI: server } = machine.environment;
  const isServer = server !== undefined && server !== '' && server !== 'false';
  return !isServer && findBrowser(machine) === undefined;
};
