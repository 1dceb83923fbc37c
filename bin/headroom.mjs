#!/usr/bin/env node
// The program is TypeScript, and Node.js refuses to strip types below node_modules, where an installed package is: tsx, a
// dependency of the package itself, compiles it in this very process, so that a signal to it reaches the program. What a
// tsconfig.json in the working directory says is nothing to it.
import { register } from 'tsx/esm/api';

register({ tsconfig: false });
await import('./headroom.ts');
