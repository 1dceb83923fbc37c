import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { env as environment } from 'node:process';

/** Other versions of Node.js that tests run (docs/internals/decisions.md, "Node.js 20.19 is supported until 0.2.0, which will need 22"). */
export const testedNodes = { 22: '22.23.3', 24: '24.21.0' } as const;
export type TestedNode = keyof typeof testedNodes;

const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'node-versions');
const fetched = new Map<TestedNode, string | undefined>();

/** npm without a second try: where no registry answers, the tests go on at once. */
const flags =
  '--no-save --ignore-scripts --no-audit --no-fund --loglevel=error --prefer-offline --fetch-retries=0 --fetch-timeout=20000';

/** Installs the version aside and then renames it: several workers may do so at the same time. */
const fetch = (major: TestedNode): string | undefined => {
  const version = testedNodes[major];
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const place = join(folder, version);
  const program = join(place, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  const aside = `${place}-${process.pid}`;
  try {
    mkdirSync(aside, { recursive: true });
    const args = ['install', '--prefix', aside, ...flags.split(' '), `${name}@${version}`];
    const npm = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
    if (npm.status === 0) renameSync(aside, place);
  } catch {
    // Another worker was first, or the folder cannot be written: what is in place decides.
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  if (existsSync(program)) return program;
  const missing = `Node.js ${version} cannot be had from the npm registry`;
  // A release must not pass without a version that the package promises.
  const { GITHUB_ACTIONS: workflow } = environment;
  if (workflow !== undefined) throw new Error(missing);
  process.stderr.write(`${missing}: nothing runs on it in these tests.\n`);
  return undefined;
};

/** The program of this version, from the npm registry unless the tests run on it. Undefined, with a line, where it cannot be had. */
export const nodeOf = (major: TestedNode): string | undefined => {
  if (process.versions.node.split('.')[0] === String(major)) return process.execPath;
  if (!fetched.has(major)) fetched.set(major, fetch(major));
  return fetched.get(major);
};
