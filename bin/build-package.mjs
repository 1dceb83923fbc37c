// Makes the files of the package that npm packs: program, library, constructs with their functions, and the types.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleFunctions } from '../lib/infra/functions/bundle.ts';
import { bundleConstructs, bundleProgram } from './bundle.mjs';
import { inventoryOf, noticesOf } from './third-party.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Packages that an app with the construct has. */
const peers = /^(?:aws-cdk-lib|constructs)(?:\/|$)/;

/** Declarations of both entries, without the files that they only use internally. */
const writeTypes = (folder, emitted) => {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  // Several checkers would each check the types of the CDK, which takes twice as long.
  const flags = ['-p', join(root, 'tsconfig.types.json'), '--outDir', emitted, '--checkers', '1'];
  const { status } = spawnSync(tsc, flags, { stdio: 'inherit' });
  if (status !== 0) throw new Error('tsc could not write the types');
  const needed = new Set(['index.d.ts', 'cdk.d.ts']);
  for (const name of needed) {
    const text = readFileSync(join(emitted, name), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from |import\()'([^']+)'/g)) {
      if (peers.test(imported)) continue;
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
  const files = join(aside, 'files');
  const metafiles = [
    ...(await bundleProgram(files)),
    await bundleConstructs(files),
    (await bundleFunctions(join(files, 'functions'), { sourceMaps: false })).metafile,
  ];
  writeFileSync(join(files, 'THIRD-PARTY-NOTICES.txt'), noticesOf(root, metafiles));
  writeFileSync(join(files, 'sbom.cdx.json'), inventoryOf(root, metafiles));
  writeTypes(join(files, 'types'), join(aside, 'emitted'));
  if (existsSync(built)) renameSync(built, join(aside, 'former'));
  renameSync(files, built);
} finally {
  rmSync(aside, { recursive: true, force: true });
}
