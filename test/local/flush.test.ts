import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flush } from '../../lib/local/whole-file.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

describe('a flush', () => {
  it('passes over what another process has removed, and over a folder', async () => {
    const folder = temporaryDirectory();
    await flush(join(folder, 'gone.json'));
    mkdirSync(join(folder, 'below'));
    await flush(join(folder, 'below'));
  });

  it('fails where the disk cannot be asked, because a record that may be lost was not written', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    await expect(flush(join(file, 'below.json'))).rejects.toThrow('ENOTDIR');
  });
});
