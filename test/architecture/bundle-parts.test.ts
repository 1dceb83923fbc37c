import { join } from 'node:path';
import { expect, it } from 'vitest';

it('every source that a layer of the bundle names is there, and what is loaded on demand is loaded by something', async () => {
  const path = join(import.meta.dirname, '..', '..', 'bin', 'bundle-parts.mjs');
  const { layersOf }: { layersOf: () => (source: string) => string } = await import(path);
  expect(layersOf()).toBeTypeOf('function');
});
