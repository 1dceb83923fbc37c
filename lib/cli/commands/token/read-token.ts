import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { print } from '../../shell/print.ts';
import { UsageError } from '../../shell/usage-error.ts';

interface TokenSource {
  readonly in: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly err: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Reads from a terminal without echo. */
const readTyped = async (source: TokenSource): Promise<string> => {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: source.in, output: discard, terminal: true });
  print(source.err, 'token (not shown): ');
  try {
    return await lines.question('', { signal: source.signal });
  } finally {
    lines.close();
    print(source.err, '\n');
  }
};

/**
 * Reads a token from standard input, never from an argument, which other processes could see.
 * @throws UsageError for an invalid token, without repeating it
 */
export const readToken = async (source: TokenSource): Promise<string> => {
  const token = (source.in.isTTY ? await readTyped(source) : await text(source.in)).trim();
  if (token === '') {
    throw new UsageError("no token: pass it on standard input, for example 'headroom token store < FILE'");
  }
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError('invalid token on standard input: use one line of printable characters without spaces');
};
