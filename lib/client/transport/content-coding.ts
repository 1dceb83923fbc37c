import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** The answer is compressed in a way that cannot be read. */
export class UnknownCoding extends Error {
  override readonly name = 'UnknownCoding';
  constructor(coding: string) {
    super(`the answer is compressed as "${coding}", and only gzip, br and deflate can be read`);
  }
}

/** What requests ask for: a list of services is a ninth of its size then. */
export const acceptedCodings = 'gzip, br';

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const gunzip: Decode = promisify(zlib.gunzip);

/** Servers may also send what no request asks for (RFC 9110, section 12.5.3). */
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['br', promisify(zlib.brotliDecompress)],
  ['deflate', promisify(zlib.inflate)],
  ['identity', async (bytes) => bytes],
]);

/**
 * The bytes of an answer without its content codings (RFC 9110, section 8.4). undici's own interceptor for this warns on the
 * standard error of every process that it is experimental.
 * @param codings of the header `content-encoding`, in the order in which they were applied
 * @param mostBytes a longer result is the error ERR_BUFFER_TOO_LARGE
 * @throws UnknownCoding, or an error of zlib for damaged bytes
 */
export const decoded = async (bytes: Buffer, codings: string, mostBytes: number): Promise<Buffer> => {
  let rest = bytes;
  if (rest.length === 0) return rest;
  for (const coding of codings.split(',').toReversed()) {
    const decode = decoders.get(coding.trim().toLowerCase());
    if (decode === undefined) throw new UnknownCoding(coding.trim());
    rest = await decode(rest, { maxOutputLength: mostBytes });
  }
  return rest;
};
