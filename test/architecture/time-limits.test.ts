import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');

/** Where a test, a hook or an assertion gets a time of its own: `}, 30_000)`, `{ timeout: 30_000 }`. */
const ownLimit = /^ *\}, *\d[\d_]*\);?$|\btimeout: *\d|\b(?:poll|waitFor|waitUntil)\(/m;

it.each([
  ['a test', "it('a', async () => {\n}, 30_000);\n", true],
  ['options of a test', "it('a', { timeout: 5_000 }, async () => {\n});\n", true],
  ['an assertion that is repeated', 'await expect.poll(() => calls).toBe(1);\n', true],
  ['none', "it('a', async () => {\n});\nconst limits = { headersMs: 20 };\n", false],
])('a time limit of %s is seen', (_of, source, isSeen) => {
  expect(ownLimit.test(source)).toBe(isSeen);
});

it('no test has a time limit of its own: that of vitest.config.ts is generous, and a busy machine fails no test', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const own = files.filter(
    (name) => !name.endsWith('time-limits.test.ts') && ownLimit.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(own).toEqual([]);
});
