// Makes the files of the package that npm packs: the bundle, and the types of the library.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Declarations of the library. Those of files that it only uses inside are left out. */
const writeTypes = (folder, emitted) => {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const { status } = spawnSync(tsc, ['-p', join(root, 'tsconfig.types.json'), '--outDir', emitted], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('tsc could not write the types');
  const needed = new Set(['index.d.ts']);
  for (const name of needed) {
    const text = readFileSync(join(emitted, name), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from |import\()'([^']+)'/g)) {
      if (!imported.startsWith('.')) throw new Error(`the types of the library need the package ${imported} (${name})`);
      needed.add(relative(emitted, join(emitted, dirname(name), imported.replace(/\.ts$/, '.d.ts'))));
    }
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};

const built = join(root, 'dist', 'package');
mkdirSync(dirname(built), { recursive: true });
const aside = mkdtempSync(join(dirname(built), 'package-'));
try {
  await bundleProgram(join(aside, 'files'));
  writeTypes(join(aside, 'files', 'types'), join(aside, 'emitted'));
  if (existsSync(built)) renameSync(built, join(aside, 'former'));
  renameSync(join(aside, 'files'), built);
} finally {
  rmSync(aside, { recursive: true, force: true });
}
