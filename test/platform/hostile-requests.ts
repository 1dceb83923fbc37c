import { operations } from '../../lib/platform/operations/all.ts';
import { encodings, goodBodies, hostileNames, hostileValues, oddHeaders, oddMethods, params } from './hostile-words.ts';

/**
 * Requests that no program should send, made from a seed: the same seed gives the same bytes. Every kind keeps most of a
 * good request, because what is wrong everywhere is refused at the door and finds nothing.
 */

export interface HostileRequest {
  readonly kind: string;
  readonly bytes: Buffer;
  /** Closed for writing after these bytes, so that the server sees that no more will come. */
  readonly endsThere: boolean;
  /** A HEAD is answered without a body. */
  readonly headOnly: boolean;
}

/** From 0 up to, not including, 1 (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

type Random = () => number;

const below = (random: Random, limit: number) => Math.floor(random() * limit);
const oneOf = <T>(random: Random, items: readonly T[]): T => items[below(random, items.length)] as T;

/** A body with one to three members that are wrong. */
const mutated = (random: Random, operation: string): unknown => {
  const fitting = goodBodies.filter(([name]) => operation.includes(name));
  const [, good] = oneOf(random, fitting.length > 0 && random() < 0.9 ? fitting : goodBodies);
  const body: Record<string, unknown> = structuredClone({ ...good });
  const keys = Object.keys(body);
  for (let left = 1 + below(random, 3); left > 0; left -= 1) body[oneOf(random, keys)] = oneOf(random, hostileValues);
  return random() < 0.1 ? oneOf(random, hostileValues) : body;
};

interface Target {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

const withBody = operations.filter(({ hasBody }) => hasBody);

/** A route of the platform; a deletion never names a thing that is there, or soon there would be nothing left. */
const target = (random: Random, routes: typeof operations = operations): Target => {
  const operation = oneOf(random, routes);
  const hostile = operation.method === 'DELETE' ? 1 : 0.2;
  const path = operation.path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    random() < hostile && name !== 'project'
      ? oneOf(random, hostileNames)
      : (params[name] ?? oneOf(random, hostileNames)),
  );
  const query = random() < 0.1 ? `?limit=${oneOf(random, hostileNames)}&${oneOf(random, hostileNames)}` : '';
  const encoded = `/v1${path}${query}`.replaceAll(/[\s<>{}'";]/g, '%20');
  return { operation: operation.id, method: operation.method, path: encoded };
};

interface Draft {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

const asBytes = ({ method, path, headers, body }: Draft): Buffer =>
  Buffer.concat([Buffer.from(`${[`${method} ${path} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`, 'latin1'), body]);

const bodiless = (random: Random, token: string): Draft => ({
  ...target(random),
  headers: ['host: 127.0.0.1', `authorization: Bearer ${token}`, 'content-length: 0'],
  body: Buffer.alloc(0),
});

/** A request that is good but for its body, which `spoil` makes of a body with wrong members. */
const spoilt = (random: Random, token: string, spoil: (body: Buffer) => Buffer): Draft => {
  const { operation, method, path } = target(random, withBody);
  const body = spoil(Buffer.from(JSON.stringify(mutated(random, operation)) ?? '', 'utf8'));
  const headers = ['host: 127.0.0.1', `authorization: Bearer ${token}`, `content-length: ${body.length}`];
  return { method, path, headers, body };
};

const randomBytes = (random: Random, length: number) => Buffer.from(Array.from({ length }, () => below(random, 256)));

type Kind = (random: Random, token: string) => Partial<HostileRequest> & { readonly bytes: Buffer };

const kinds: Readonly<Record<string, Kind>> = {
  'wrong types': (random, token) => ({ bytes: asBytes(spoilt(random, token, (body) => body)) }),
  'malformed JSON': (random, token) => ({
    bytes: asBytes(spoilt(random, token, (body) => body.subarray(0, below(random, body.length)))),
  }),
  'damaged bytes': (random, token) => ({
    bytes: asBytes(
      spoilt(random, token, (body) => {
        for (let left = Math.min(4, body.length); left > 0; left -= 1)
          body[below(random, body.length)] = below(random, 256);
        return body;
      }),
    ),
  }),
  'deep nesting': (random, token) => {
    const depth = 65 + below(random, 3_000);
    const [open, close] = oneOf(random, [
      ['[', ']'],
      ['{"a":', '}'],
      ['{"user_config":', '}'],
    ] as const);
    const body = Buffer.from(open.repeat(depth) + 1 + close.repeat(depth));
    return { bytes: asBytes(spoilt(random, token, () => body)) };
  },
  'odd encodings': (random, token) => {
    const encode = oneOf<(body: Buffer) => Buffer>(random, [
      (body) => Buffer.from(body.toString('utf8'), 'utf16le'),
      (body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
      () => Buffer.from([0x1f, 0x8b, 8, 0]),
      () => randomBytes(random, 40),
    ]);
    const draft = spoilt(random, token, encode);
    return { bytes: asBytes({ ...draft, headers: [...draft.headers, ...oneOf(random, encodings)] }), endsThere: true };
  },
  'odd methods': (random, token) => {
    const method = oneOf(random, oddMethods);
    const draft = { ...bodiless(random, token), method };
    const path = method === 'DELETE' ? '/v1/project/shop/integration/none' : draft.path;
    return { bytes: asBytes({ ...draft, path }), headOnly: method === 'HEAD' };
  },
  'no methods': (random, token) => ({
    bytes: asBytes({
      ...bodiless(random, token),
      method: oneOf(random, ['get', 'FOO', '\u00ff']),
    }),
    endsThere: true,
  }),
  'odd headers': (random) => {
    const headers = [...oneOf(random, oddHeaders), 'content-length: 0'];
    return { bytes: asBytes({ ...target(random), headers, body: Buffer.alloc(0) }), endsThere: true };
  },
  'odd addresses': (random, token) => ({
    bytes: asBytes({
      ...bodiless(random, token),
      method: oneOf(random, ['GET', 'POST']),
      path: oneOf(random, [
        'http://evil.example/v1/organizations',
        '*',
        '//evil/v1',
        '/v1//project///shop',
        '/v1/project/shop/service\\..\\x',
        `/v1/project/${'p'.repeat(12_000)}`,
        `/v1/${oneOf(random, hostileNames).replaceAll(/[\s<>{}'";]/g, '')}`,
        '/_control/state',
        'nothing',
      ]),
    }),
    endsThere: true,
  }),
  'broken framing': (random, token) => {
    const { method, path } = target(random);
    const host = ['host: 127.0.0.1', `authorization: Bearer ${token}`];
    const [headers, body] = oneOf(random, [
      [['content-length: 10', 'content-length: 20'], '{}'],
      [['content-length: -1'], '{}'],
      [['content-length: 1e3'], '{}'],
      [['content-length: 999'], '{"endpoint'],
      [['transfer-encoding: chunked', 'content-length: 5'], '0\r\n\r\n'],
      [['transfer-encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'],
      [['transfer-encoding: chunked'], '5\r\n{}'],
      [['transfer-encoding: chunked'], `2;${'e'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
      [['transfer-encoding: gzip, gzip'], '{}'],
    ] as const);
    return {
      bytes: asBytes({ method, path, headers: [...host, ...headers], body: Buffer.from(body) }),
      endsThere: true,
    };
  },
  'pipelined garbage': (random, token) => ({
    bytes: Buffer.concat([
      asBytes(spoilt(random, token, (body) => body)),
      oneOf(random, [randomBytes(random, 60), Buffer.from('GET\r\n\r\n'), Buffer.from('\u0016\u0003\u0001')]),
    ]),
    endsThere: true,
  }),
  'no HTTP at all': (random) => ({
    bytes: oneOf(random, [
      Buffer.concat([Buffer.from([0x16, 3, 1]), randomBytes(random, 100)]),
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      Buffer.from('GET / HTTP/9.9\r\n\r\n'),
      Buffer.from('GET /v1/organizations\r\n\r\n'),
      Buffer.from(`GET / HTTP/1.1\r\nx: ${'h'.repeat(40_000)}`),
      Buffer.from('GET / HTTP/1.1\r\n: no name\r\n\r\n'),
      Buffer.from('GET / HTTP/1.1\r\nhost: x\r\nbad name: y\r\n\r\n'),
      Buffer.from('GET / HTTP/1.1\r\nhost: x\r\nx: a\u0000b\r\n\r\n'),
    ]),
    endsThere: true,
  }),
};

const names = Object.keys(kinds);

/** Largest body that the platform takes (A-11). */
const largest = 1024 * 1024;

/** Bodies above the limit cost a megabyte each, so they are rare. */
const tooLarge = (random: Random, token: string): HostileRequest => ({
  kind: 'too large',
  bytes: asBytes(
    spoilt(random, token, () => Buffer.alloc(largest + 1 + below(random, 1000), oneOf(random, ['[', ' ', '1']))),
  ),
  endsThere: true,
  headOnly: false,
});

/** The next hostile request. */
export const hostileRequest = (random: Random, token: string): HostileRequest => {
  if (random() < 0.002) return tooLarge(random, token);
  const kind = oneOf(random, names);
  return { kind, endsThere: false, headOnly: false, ...(kinds[kind] as Kind)(random, token) };
};
