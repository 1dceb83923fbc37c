#!/usr/bin/env node
// Starts the bundled program of the package, or in a clone a bundle of the present sources. This file is a script, because
// Node.js starts its loader of modules only for a module.
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { basename, dirname, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');

/**
 * Keeps compiled code between starts where Node.js does not yet (before 22.1), next to the bundle: who can write there can
 * change the program itself. Node.js refuses code of another version or with other options, and compiles and stores it again.
 */
const keepCompiled = (folder) => {
  const { Script } = require('node:vm');
  const compiled = join(folder, `compiled-${process.version}-${process.arch}`);
  const missing = [];
  require.extensions['.cjs'] = (module, filename) => {
    const kept = join(compiled, `${basename(filename)}.bin`);
    const cachedData = existsSync(kept) ? readFileSync(kept) : undefined;
    const text = `(function (exports, require, module, __filename) {${readFileSync(filename, 'utf8')}\n})`;
    const script = new Script(text, { filename, cachedData });
    if (script.cachedDataRejected !== false) missing.push({ kept, script });
    script.runInThisContext()(module.exports, (id) => module.require(id), module, filename);
  };
  // By then the functions that the command called are compiled too.
  process.on('exit', () => {
    try {
      if (missing.length > 0) mkdirSync(compiled, { recursive: true });
      for (const { kept, script } of missing) {
        const aside = `${kept}.${process.pid}`;
        writeFileSync(aside, script.createCachedData());
        renameSync(aside, kept);
      }
    } catch {
      // The folder belongs to another user, or the disk is full: the next start compiles again.
    }
  });
};

const cloned = join(__dirname, 'current-bundle.mjs');

const bundle = async () => {
  if (!existsSync(cloned)) return join(dirname(__dirname), 'dist', 'package');
  const { currentBundle } = await import(cloned);
  return currentBundle();
};

const start = async () => {
  const folder = await bundle().catch((error) => {
    process.stderr.write(
      `error: the program cannot be built from its sources; run npm ci, then try again\n${error.message}\n`,
    );
    process.exit(1);
  });
  // Both are set before any code is compiled, because compiled code is kept for the options that it was compiled with.
  // The HTTP parser is WebAssembly. Node.js optimizes it after some dozen answers, for a tenth of a second, and a process that
  // has ended its work waits for that. A command that reads few projects ends before this budget, one that reads thousands does
  // not.
  setFlagsFromString('--wasm-tiering-budget=100000000');
  // Bytes of code that a function runs before it is optimized, some times the engine's own number: most commands end before
  // optimized code pays, and no part of the long ones stands out. Later versions of Node.js have no such option, and print that.
  if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=250000');
  if (enableCompileCache === undefined) keepCompiled(folder);
  else enableCompileCache();
  require(join(folder, 'headroom.cjs'));
};

void start();
