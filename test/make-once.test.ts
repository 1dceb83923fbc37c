import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeOnce } from './make-once.ts';
import { temporaryDirectory } from './temporary-directory.ts';

it('several who unpack at once all find a whole folder, and leave nothing else behind', async () => {
  const cache = temporaryDirectory();
  const folder = join(cache, 'browser', '1.0.0');
  const unpack = async (staging: string) => {
    writeFileSync(join(staging, 'library'), 'whole');
    await turn();
    writeFileSync(join(staging, 'program'), 'whole');
  };
  const seen = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await makeOnce(folder, unpack);
      return ['library', 'program'].map((name) => readFileSync(join(folder, name), 'utf8'));
    }),
  );
  expect(seen).toEqual(Array.from({ length: 5 }, () => ['whole', 'whole']));
  expect(readdirSync(join(cache, 'browser'))).toEqual(['1.0.0']);
});

it('an unpacking that fails leaves nothing that the next one takes for whole', async () => {
  const folder = join(temporaryDirectory(), '1.0.0');
  const fails = async (staging: string) => {
    writeFileSync(join(staging, 'library'), 'half');
    throw new Error('no space left on device');
  };
  await expect(makeOnce(folder, fails)).rejects.toThrow('no space left on device');
  expect(existsSync(folder)).toBe(false);
  await makeOnce(folder, async (staging) => writeFileSync(join(staging, 'library'), 'whole'));
  expect(readFileSync(join(folder, 'library'), 'utf8')).toBe('whole');
});

it('what is unpacked already is not unpacked again', async () => {
  const folder = join(temporaryDirectory(), '1.0.0');
  mkdirSync(folder);
  await makeOnce(folder, () => Promise.reject(new Error('unpacked again')));
  expect(readdirSync(folder)).toEqual([]);
});
