import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandPage, page } from './page.ts';

/** `npm run command-reference`: writes the page anew. */
writeFileSync(join(import.meta.dirname, '..', '..', page), commandPage());
