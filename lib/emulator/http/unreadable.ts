import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from '../protocol/refusal.ts';
import type { PlainAnswer } from './plain.ts';

/**
 * Input that never becomes a request: bytes that are not HTTP, endless headers, methods that HTTP reserves for
 * proxies. Node.js answers these without a body, or not at all; here every caller gets the error body.
 */

/** How long a connection stays open so that its caller can read the answer, in milliseconds. */
const lingerMs = 2_000;

const bodyOf = (status: number, message: string): string =>
  JSON.stringify(errorBody(status, status === 400 ? 'bad_request' : 'unreadable_request', [message]));

/** A complete HTTP response that closes the connection. */
const answerText = (status: number, message: string): string => {
  const body = bodyOf(status, message);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
};

/** Status and message for each error of node's HTTP parser. */
const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers or the address of the request are too long'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive completely in time'],
};

const end = (socket: Duplex & { setTimeout?: (ms: number, then: () => void) => unknown }, text: string): void => {
  socket.end(text);
  socket.setTimeout?.(lingerMs, () => socket.destroy());
};

/** The answer to a request without a usable address or Host header. */
export const unreadableRequest = (): PlainAnswer => ({
  status: 400,
  headers: { 'content-type': 'application/json', connection: 'close' },
  text: bodyOf(400, 'Invalid input: the request has no usable address or Host header'),
});

/** Adds answers for unreadable input to a server. */
export const answerUnreadable = (server: Server): void => {
  /** The latest request of each open connection. */
  const newest = new WeakMap<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }>();
  const refused = new WeakSet<Duplex>();

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    newest.set(request.socket, { request, response });
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // More of the same bytes may follow, and each chunk raises another error.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const [status, message] = refusals[error.code ?? ''] ?? [400, 'Invalid input: the request is not HTTP'];
    const text = answerText(status, message);
    const { request, response } = newest.get(socket) ?? {};
    // A complete request before the garbage is answered first; a request that broke off in its own body gets one
    // answer.
    if (request?.complete && response && !response.writableFinished) response.once('close', () => end(socket, text));
    else if (response?.headersSent && !response.writableFinished) socket.destroy();
    else end(socket, text);
  });

  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = bodyOf(417, 'The only supported expectation is 100-continue');
    response.writeHead(417, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    response.end(body);
  });

  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    end(socket, answerText(405, 'Method CONNECT is not allowed: this server is not a proxy'));
  });
};
