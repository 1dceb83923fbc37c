import { basename, dirname } from 'node:path/posix';

/** A folder with more tests than these is no room: there only the test of the same name stands beside a file. */
const mostTests = 25;

/** The folder at the mirrored path of a file or folder; undefined for what is no code, such as a document. */
const mirrorOf = (path: string): string | undefined => {
  const folder = path.endsWith('.ts') ? dirname(path) : path;
  if (/^(?:test|functions)(?:\/|$)/.test(folder)) return folder.replace(/^functions/, 'test/functions');
  return folder.startsWith('lib/') ? folder.replace(/^lib/, 'test') : undefined;
};

/** What to run for some changed files. */
interface Beside {
  readonly tests: readonly string[];
  /** Changed code whose tests are elsewhere. */
  readonly without: readonly string[];
}

/**
 * The tests beside changed files: all of the folder at the mirrored path, without its subfolders.
 * @param changed paths of files or folders from the root of the repository
 * @param all every file of the repository
 */
export const testsBeside = (changed: readonly string[], all: readonly string[]): Beside => {
  const tests = new Set<string>();
  const without: string[] = [];
  for (const path of changed) {
    const folder = mirrorOf(path);
    if (folder === undefined && !path.endsWith('.ts')) continue;
    const inFolder = all.filter((file) => file.endsWith('.test.ts') && dirname(file) === folder);
    const own = `${folder}/${basename(path).replace(/(?:\.test)?\.ts$/, '')}.test.ts`;
    const beside = inFolder.length > mostTests ? inFolder.filter((file) => file === own) : inFolder;
    if (beside.length === 0) without.push(path);
    for (const test of beside) tests.add(test);
  }
  return { tests: [...tests].sort(), without };
};
