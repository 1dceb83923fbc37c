import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { version } from '../../lib/contract/version.ts';

it('is the version of the package', () => {
  const manifest = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  expect(version).toBe(JSON.parse(manifest).version);
});
