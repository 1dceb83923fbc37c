import type { Plugin } from 'esbuild';

/**
 * Modules of Node.js whose import takes milliseconds: it reads every member, also those that load more of Node.js or open a
 * stream. The first call of a function of `node:v8` comes long after the start, if at all, and loads the module.
 */
const costly = /^node:(?:fs|http|process|util|v8)$/;
const calledOnly = 'node:v8';

/** Exports that read one member of a module each, so that a bundle keeps only what it uses. */
const exportsOf = (path: string): string => {
  const all = `process.getBuiltinModule(${JSON.stringify(path)})`;
  const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => /^[A-Za-z]\w*$/.test(name));
  if (path === calledOnly)
    return names.map((name) => `export const ${name} = (...values) => ${all}.${name}(...values);`).join('\n');
  const members = names.map((name) => `export const ${name} = /* @__PURE__ */ member(${JSON.stringify(name)});`);
  return [`const all = ${all};`, 'const member = (name) => all[name];', ...members, 'export default all;'].join('\n');
};

/** Reads only those members of costly modules of Node.js that the functions use. */
export const membersOfNode: Plugin = {
  name: 'members-of-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: costly }, ({ path, kind, importer }) => {
      if (kind !== 'import-statement') return undefined;
      // Code for AWS gets its own, or what all functions share would be parts of their own.
      const suffix = /[\\/]node_modules[\\/]@(?:aws-sdk|smithy)[\\/]/.test(importer) ? '?aws' : '';
      return { path, namespace: 'node', suffix, sideEffects: false };
    });
    onLoad({ filter: /./, namespace: 'node' }, ({ path }) => ({ contents: exportsOf(path) }));
  },
};
