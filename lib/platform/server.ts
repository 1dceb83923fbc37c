import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OpenedPlatform, openPlatform, type PlatformOptions } from './open.ts';
import { badRequest, bodyTooLarge } from './protocol/refusal.ts';

/** Largest request body. */
const largestBodyBytes = 1024 * 1024;

/**
 * The text of a body, in one piece or in chunks.
 * @throws Refusal 413 for one that is too large, and 400 for one that breaks off
 */
const requestText = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    if (Number(request.headers['content-length'] ?? 0) > largestBodyBytes) reject(bodyTooLarge(largestBodyBytes));
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > largestBodyBytes) reject(bodyTooLarge(largestBodyBytes));
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(new TextDecoder().decode(Buffer.concat(chunks))));
    // A caller that went away, or whose framing is wrong, is no fault of the platform.
    request.on('close', () => reject(badRequest('Invalid input: the request body broke off', 'unreadable_request')));
  });

export interface ServeOptions extends PlatformOptions {
  /** Default 0: any free port. */
  readonly port?: number;
}

export interface ServedPlatform
  extends Pick<OpenedPlatform, 'organization' | 'advance' | 'now' | 'state' | 'requests'> {
  readonly url: string;
  /** Stops at once and cuts open connections. */
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** @throws the error of the socket, such as EADDRINUSE for a taken port */
const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** The path of a request and its query, also of a whole address; empty, so that it matches no route, for what is neither. */
const pathOf = ({ url = '' }: IncomingMessage): string => {
  const whole = url.startsWith('/') ? `http://${host}${url}` : url;
  if (!/^https?:\/\/[^?\\]*(?:\?|$)/.test(whole) || !URL.canParse(whole)) return '';
  const { pathname, search } = new URL(whole);
  return pathname + search;
};

/** Answers a request that came over a socket. */
const respond = async (platform: OpenedPlatform, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method = '', headers, socket } = request;
  // Read at once, because the caller may be gone when it is needed; most operations need none.
  const body = requestText(request);
  body.catch(() => undefined);
  const answer = await platform.answer({ method, path: pathOf(request), headers, body }, socket.remoteAddress ?? '');
  if (answer === undefined) {
    socket.destroy();
    return;
  }
  const { status, text } = answer;
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, { ...answer.headers, ...length }).end(text);
};

/**
 * Serves an opened platform on 127.0.0.1, and ends its waits when it closes.
 * @throws Error with code EADDRINUSE for a taken port
 */
export const serveOpened = async (platform: OpenedPlatform, port = 0): Promise<ServedPlatform> => {
  const server = createServer((request, response) => {
    void respond(platform, request, response);
  });
  const { organization, advance, now, state, requests } = platform;
  return {
    url: `http://${host}:${await listen(server, port)}`,
    ...{ organization, advance, now, state, requests },
    close: async () => {
      platform.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

/**
 * Serves the embedded platform on 127.0.0.1: the specification over HTTP, useful to any client.
 * @throws ScenarioInvalid; RangeError for a word that cannot name the search engine; Error with code EADDRINUSE for a
 * taken port
 */
export const servePlatform = async ({ port, ...options }: ServeOptions): Promise<ServedPlatform> =>
  serveOpened(openPlatform(options), port);
