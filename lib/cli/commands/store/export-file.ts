import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { temporarySuffix } from '../../../local/whole-file.ts';
import { linesOf, longestLine } from '../../../run/backup/export-document.ts';
import { UsageError } from '../../shell/usage-error.ts';

const isFileProblem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && typeof (error as NodeJS.ErrnoException).code === 'string';

/** Writes an export as a gzip file that only its owner can read, whole or not at all. @throws UsageError if it cannot be written */
export const writeExportFile = async (file: string, lines: AsyncIterable<string>): Promise<void> => {
  const aside = `${file}.${randomUUID()}${temporarySuffix}`;
  try {
    await pipeline(Readable.from(lines), createGzip(), createWriteStream(aside, { flags: 'wx', mode: 0o600 }));
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    if (isFileProblem(error)) throw new UsageError(`${file}: cannot be written (${error.code}); use another file`);
    throw error;
  }
};

/** The lines of an export file. @throws Error if it cannot be read or is damaged */
export async function* readExportFile(file: string, longest = longestLine): AsyncGenerator<string> {
  const text = createGunzip();
  const source = createReadStream(file);
  source.on('error', (error) => text.destroy(error));
  try {
    yield* linesOf(source.pipe(text).setEncoding('utf8'), longest);
  } catch (error) {
    if (isFileProblem(error))
      throw new Error(`${file}: cannot be read (${error.code}); use a file of headroom store export`);
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_'))
      throw new Error(`${file}: is no whole gzip file; the export was shortened or is another file`);
    throw error;
  } finally {
    source.destroy();
  }
}
