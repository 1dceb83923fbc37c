import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { print } from '../shell/console.ts';
import { UsageError } from '../shell/usage-error.ts';

export interface TokenSource {
  readonly in: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly err: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** What is typed at a terminal is not shown there. */
const typed = async (source: TokenSource): Promise<string> => {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: source.in, output: unseen, terminal: true });
  print(source.err, 'token (it is not shown): ');
  try {
    return await lines.question('', { signal: source.signal });
  } finally {
    lines.close();
    print(source.err, '\n');
  }
};

/**
 * Reads a token from standard input, never from an argument, which other processes could see.
 * @throws UsageError for what is no token, without a word of what was read
 */
export const readToken = async (source: TokenSource): Promise<string> => {
  const given = (source.in.isTTY ? await typed(source) : await text(source.in)).trim();
  if (given === '') {
    throw new UsageError("no token: give it on standard input, such as 'headroom token store < FILE'");
  }
  if (/^[\x21-\x7e]+$/.test(given)) return given;
  throw new UsageError('what came on standard input is no token: give one line of printable characters without spaces');
};
