#!/usr/bin/env node
// The program is TypeScript, and Node.js does not strip types below node_modules, where an installed package is: tsx, a
// dependency of this package, compiles it in this process, so that signals reach the program. A
// tsconfig.json in the working directory has no effect.
import { register } from 'tsx/esm/api';

register({ tsconfig: false });
await import('./headroom.ts');
