import { close, open, read, readFile } from 'node:fs';
import { promisify } from 'node:util';

const opened = promisify(open);
const readInto = promisify(read);
const readRest = promisify(readFile);

/** Larger than most objects. */
const bufferBytes = 64 * 1024;

/** One for each read that was under way at the same time. */
const spare: Buffer[] = [];

/** An object ends with a line feed; where the end is another, only reading on can tell that it is the end. */
const lineFeed = 0x0a;

/**
 * Reads a text file in three steps of the thread pool, because each costs more than the small read itself: the size need not
 * be known before.
 * @throws errors of the file system; ENOENT if there is no such file
 */
export const readWhole = async (path: string): Promise<string> => {
  const file = await opened(path, 'r');
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
  try {
    const { bytesRead } = await readInto(file, buffer, 0, bufferBytes, 0);
    const isWhole = bytesRead < bufferBytes && buffer[bytesRead - 1] === lineFeed;
    return isWhole ? buffer.toString('utf8', 0, bytesRead) : await readRest(file, 'utf8');
  } finally {
    spare.push(buffer);
    // What was read stays read, so the end is not waited for.
    close(file, () => undefined);
  }
};
