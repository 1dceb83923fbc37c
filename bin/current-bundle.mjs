// In a clone: finds the bundle of the sources as they are, and makes it first if there is none. Uses Node.js alone.
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundles = join(root, 'dist', 'bundles');
/** Everything that the bundle is made from. */
const sources = ['bin', 'functions', 'lib', 'docs/policies', 'package-lock.json'];
const keptBundles = 5;
const hourMs = 3_600_000;

const isTaken = ({ code }) => code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'EPERM';

const filesBelow = (path) => {
  const stat = statSync(path);
  if (!stat.isDirectory()) return [`${path} ${stat.size} ${stat.mtimeMs}`];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
};

/** Changes with the size and the time of any source, also when a checkout makes a source older. */
const keyOfSources = () => {
  const facts = sources.flatMap((name) => filesBelow(join(root, name)));
  return createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 16);
};

/** @throws Error with the output of the build */
const build = (folder) => {
  const { status, stderr, error } = spawnSync(process.execPath, [join(root, 'bin', 'bundle.mjs'), folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  if (status !== 0) throw new Error(`${error?.message ?? stderr.trim()}`);
};

/** Old bundles go; the latest stay, because a program that runs may still load parts of its own. */
const removeOld = () => {
  const folders = readdirSync(bundles).flatMap((name) => {
    const path = join(bundles, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ path, ms: stat.mtimeMs }];
  });
  const old = folders.sort((a, b) => b.ms - a.ms).slice(keptBundles);
  for (const { path, ms } of old) if (ms < Date.now() - hourMs) rmSync(path, { recursive: true, force: true });
};

/**
 * The bundle of the present sources. It is built aside and then renamed, so that programs that start at the same time never
 * see a part of it.
 * @throws Error if it cannot be built
 */
export const currentBundle = () => {
  const folder = join(bundles, keyOfSources());
  if (existsSync(folder)) return folder;
  const aside = join(bundles, `building-${randomUUID()}`);
  try {
    mkdirSync(aside, { recursive: true });
    build(aside);
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another process was first.
    if (!isTaken(error) || !existsSync(folder)) throw error;
  }
  removeOld();
  return folder;
};
