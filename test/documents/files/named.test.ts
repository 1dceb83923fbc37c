import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readNamed } from '../../../lib/documents/files/named.ts';
import { makePipe } from '../../installed.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const named = { use: 'a policy document', mostMib: 1 };

const pipeIn = (folder: string): string => {
  const pipe = join(folder, 'policy.yaml');
  makePipe(pipe);
  return pipe;
};

describe('a file that a person names', () => {
  it('is read whole, from a file and from a pipe whose writer comes later', async () => {
    const file = join(temporaryDirectory(), 'policy.yaml');
    writeFileSync(file, 'version: 1\n');
    expect(await readNamed(file, named)).toBe('version: 1\n');
    const pipe = pipeIn(temporaryDirectory());
    const read = readNamed(pipe, named);
    createWriteStream(pipe).end('version: 1\nmode: stop\n');
    expect(await read).toBe('version: 1\nmode: stop\n');
  });

  it.each([1024 * 1024 + 1, 3 * 1024 * 1024])('is refused with %i bytes where 1 MiB is the limit', async (bytes) => {
    const folder = temporaryDirectory();
    const file = join(folder, 'large.yaml');
    writeFileSync(file, Buffer.alloc(bytes));
    await expect(readNamed(file, named)).rejects.toThrow('has more than 1 MiB, the limit for a policy document');
    const pipe = pipeIn(folder);
    const written = createWriteStream(pipe).on('error', () => undefined);
    written.end(Buffer.alloc(bytes));
    await expect(readNamed(pipe, named)).rejects.toThrow('has more than 1 MiB');
  });

  it('that is missing or a folder is an error that names it', async () => {
    const folder = temporaryDirectory();
    await expect(readNamed(join(folder, 'none.yaml'), named)).rejects.toThrow('none.yaml: cannot be read (ENOENT)');
    await expect(readNamed(folder, named)).rejects.toThrow('cannot be read (EISDIR)');
  });
});
