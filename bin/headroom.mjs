#!/usr/bin/env node
// Starts the bundled program: that of the package, or in a clone that of the sources as they are.

// An import would read every member of these modules, also those that load more of Node.js.
const { existsSync } = process.getBuiltinModule('node:fs');
// Since Node.js 22.1: compiled code is kept between starts.
process.getBuiltinModule('node:module').enableCompileCache?.();

const cloned = new URL('./current-bundle.mjs', import.meta.url);

const bundle = async () => {
  if (!existsSync(cloned)) return new URL('../dist/package/', import.meta.url);
  const { currentBundle } = await import(cloned);
  return process.getBuiltinModule('node:url').pathToFileURL(`${currentBundle()}/`);
};

const folder = await bundle().catch((error) => {
  process.stderr.write(
    `error: the program cannot be built from its sources; run npm ci, then try again\n${error.message}\n`,
  );
  process.exit(1);
});
await import(new URL('headroom.mjs', folder));
