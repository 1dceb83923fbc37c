import { constants, createReadStream, open } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { NotFound } from '../../contract/errors.ts';
import { visible } from '../../core/model/visible-text.ts';

/** How a file that a person names on the command line is read. */
interface NamedFile {
  /** What to name instead, such as `a policy document`. */
  readonly use: string;
  readonly mostMib: number;
}

const mib = 1024 * 1024;

// A socket closes its descriptor itself, which a file handle of node:fs/promises would do a second time.
const descriptorOf = promisify<string, number, number>(open);

/** Signals that end the wait for a pipe: Ctrl-C, a supervisor, a terminal that is gone. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The parts of a pipe. A stream of a file would open it in a thread that waits for a writer, and the process could not end
 * before there is one.
 */
async function* partsOfPipe(file: string): AsyncGenerator<Buffer> {
  const waiting = new AbortController();
  const end = () => waiting.abort();
  for (const signal of endings) process.once(signal, end);
  try {
    const fd = await descriptorOf(file, constants.O_RDONLY | constants.O_NONBLOCK);
    yield* new Socket({ fd, readable: true, writable: false, signal: waiting.signal });
  } finally {
    for (const signal of endings) process.off(signal, end);
  }
}

/** The content of a file, a link or a pipe, or its beginning if it has more bytes than that. */
const contentOf = async (file: string, mostBytes: number): Promise<Buffer> => {
  const isPipe = (await stat(file)).isFIFO();
  const parts: Buffer[] = [];
  let bytes = 0;
  // One byte more than the limit, and never more of a file without an end.
  for await (const part of isPipe ? partsOfPipe(file) : createReadStream(file, { end: mostBytes })) {
    parts.push(part);
    bytes += part.length;
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(parts);
};

/**
 * Text of a file that a person names on the command line. It may be a link or a pipe, as of `<(…)`: that is the choice of the
 * person.
 * @throws Error with one line if it cannot be read or is too large
 */
export const readNamed = async (file: string, { use, mostMib }: NamedFile): Promise<string> => {
  const whole = await contentOf(file, mostMib * mib).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new (code === 'ENOENT' ? NotFound : Error)(
      visible(`${file}: cannot be read (${code ?? message}); use the path of ${use}`),
    );
  });
  if (whole.length <= mostMib * mib) return whole.toString('utf8');
  throw new Error(visible(`${file}: has more than ${mostMib} MiB, the limit for ${use}`));
};
