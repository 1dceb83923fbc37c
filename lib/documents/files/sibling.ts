import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PolicyInvalid } from '../../contract/errors.ts';
import { visible } from '../../core/model/visible-text.ts';

/** Largest policy document, and largest file that a document names. */
export const mostFileBytes = 1024 * 1024;

const refused = (file: string, why: string): PolicyInvalid => new PolicyInvalid(visible(`${file}: ${why}`));

/** The folders on the way to a file, and the file. */
const stepsTo = (path: string): string[] => {
  const names = path.split('/');
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
};

/**
 * The person who writes such a file may not see what the reader sees, such as the environment of a CI job, and an error
 * may repeat a part of it. So no step may lead elsewhere.
 */
const assertNoLinks = (folder: string, path: string): void => {
  for (const step of stepsTo(path)) {
    const opened = join(folder, step);
    if (lstatSync(opened).isSymbolicLink()) throw refused(opened, 'is a symbolic link; put the file itself there');
  }
};

/** A pipe opens at once instead of waiting for its writer. Windows has neither flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The size of a file may be untrue, as in `/proc`, so this reads until the end or the limit. */
const textOf = (descriptor: number, file: string): string => {
  const buffer = Buffer.allocUnsafe(mostFileBytes + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += read;
    if (length > mostFileBytes) throw refused(file, 'has more than 1 MiB, the limit for a file that a document names');
    if (read === 0) return buffer.toString('utf8', 0, length);
  }
};

const readRegular = (file: string): string => {
  const descriptor = openSync(file, flags);
  try {
    if (!fstatSync(descriptor).isFile()) throw refused(file, 'is not a regular file; put a text file there');
    return textOf(descriptor, file);
  } finally {
    closeSync(descriptor);
  }
};

/**
 * Text of a file that a document names, by its path from the folder of the document: a regular file of at most 1 MiB that is
 * reached without symbolic links. Undefined if it does not exist.
 * @throws PolicyInvalid if it is anything else, or cannot be read
 */
export const readSibling = (document: string, path: string): string | undefined => {
  const folder = dirname(document);
  try {
    assertNoLinks(folder, path);
    return readRegular(join(folder, path));
  } catch (error) {
    if (error instanceof PolicyInvalid) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw refused(join(folder, path), `cannot be read (${code ?? message})`);
  }
};
