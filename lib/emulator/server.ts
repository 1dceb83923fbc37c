import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { plainRead, sendPlain } from './http/plain-read.ts';
import type { RequestCounts } from './http/request-counts.ts';
import type { StateSnapshot } from './http/state-snapshot.ts';
import { answerUnreadable, unreadableRequest } from './http/unreadable.ts';
import { type OpenedPlatform, openPlatform, type PlatformOptions } from './open.ts';

export interface ServeOptions extends PlatformOptions {
  /** Default 0: any free port. */
  readonly port?: number;
}

export interface ServedPlatform {
  readonly url: string;
  /** Id of the organization. */
  readonly organization: string;
  /** Advances virtual time; resolves once all evaluations are done. */
  advance(seconds: number): Promise<void>;
  /** Current virtual time. */
  now(): Date;
  /** The same as `GET /_control/state`. */
  state(): StateSnapshot;
  /** The same as `GET /_control/requests`. */
  requests(): RequestCounts;
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

/**
 * Serves an opened platform on 127.0.0.1, and ends its waits when it closes.
 * @throws Error with code EADDRINUSE for a taken port
 */
export const serveOpened = async (platform: OpenedPlatform, port = 0): Promise<ServedPlatform> => {
  const answer = (request: Request, { incoming }: HttpBindings): Promise<Response> =>
    platform.fetch(request, {
      address: incoming.socket.remoteAddress ?? '',
      cut: () => {
        incoming.socket.destroy();
        return RESPONSE_ALREADY_SENT;
      },
    });
  const listener = getRequestListener((request, env) => answer(request, env as HttpBindings), {
    overrideGlobalObjects: false,
    errorHandler: unreadableRequest,
  });
  const server = createServer(
    // The listener handles it and answers with the error body.
    { requireHostHeader: false },
    (request, response) => {
      const plain = plainRead(request);
      const read = plain && platform.read(plain, request.socket.remoteAddress ?? '');
      if (read === undefined) void listener(request, response);
      else sendPlain(response, read);
    },
  );
  answerUnreadable(server);
  const boundPort = await listen(server, port);
  return {
    url: `http://${host}:${boundPort}`,
    organization: platform.organization,
    advance: platform.advance,
    now: platform.now,
    state: platform.state,
    requests: platform.requests,
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
