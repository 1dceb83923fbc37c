import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './coverage.ts';
import { fidelityPage, page } from './table.ts';

/** `npm run fidelity`: regenerates the page. */
writeFileSync(join(root, page), fidelityPage());
