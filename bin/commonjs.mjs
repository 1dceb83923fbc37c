// Turns files of a bundle into CommonJS: of such files Node.js 20 can keep the compiled code, and loads each in less time.
import { transform } from 'esbuild';

/** A module that places files beside itself gets its own URL from Node.js; a script makes it of its path. */
const ownUrl = `const ownUrl = require('node:url').pathToFileURL(__filename).href;`;

/**
 * Turns the text of a module without a top-level await into the text of a script. Modules that it loads, also on demand, must
 * be scripts as well.
 */
export const scriptOf = async (text) => {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minifyWhitespace: true,
    minifySyntax: true,
    // Loaded by `require`, which knows where compiled code is kept.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'ownUrl' },
    logLevel: 'error',
  });
  return `"use strict";${code.includes('ownUrl') ? ownUrl : ''}${code}`;
};
