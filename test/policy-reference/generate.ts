import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { page, policyPage } from './page.ts';

/** `npm run policy-reference`: writes the page anew. */
writeFileSync(join(import.meta.dirname, '..', '..', page), policyPage());
