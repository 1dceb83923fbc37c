import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
  /** `GET /v1/…` */
  readonly line: string;
}

/**
 * One answer: data, where `cut` breaks the connection in the middle of the body; `drop` to break it before the answer;
 * `hang` to leave it open without an answer, or `trickle` for an endless body that comes byte by byte.
 */
export type Reply =
  | 'drop'
  | 'hang'
  | 'trickle'
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly json?: unknown;
      readonly text?: string;
      readonly cut?: true;
    };

/** The answers in the order of the requests, or a function with its own effect. */
export type Script = readonly Reply[] | ((received: Received) => Reply);

export interface ScriptedServer {
  readonly url: string;
  readonly received: readonly Received[];
  readonly lines: () => string[];
  readonly openConnections: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const bodyOf = async (message: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
};

const answer = (reply: Reply, response: ServerResponse): void => {
  if (reply === 'hang') return;
  if (reply === 'drop') {
    response.socket?.destroy();
    return;
  }
  if (reply === 'trickle') {
    response.writeHead(200);
    const drip = setInterval(() => response.write(' '), 2);
    response.once('close', () => clearInterval(drip));
    return;
  }
  if (reply.cut) {
    response.writeHead(reply.status ?? 200, { 'content-length': '1000' });
    response.write(reply.text ?? '', () => response.socket?.destroy());
    return;
  }
  response.writeHead(reply.status ?? 200, reply.headers ?? {});
  response.end(reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json)));
};

/** A real server on a free port of loopback; a request beyond the script's end is answered with 418. */
export const startServer = async (script: Script): Promise<ScriptedServer> => {
  const received: Received[] = [];
  const replyTo = (request: Received): Reply =>
    typeof script === 'function' ? script(request) : (script[received.length - 1] ?? { status: 418 });
  const server = createServer(async (message, response) => {
    const method = message.method ?? '';
    const url = message.url ?? '';
    const line = `${method} ${url}`;
    const request = { method, url, headers: message.headers, body: await bodyOf(message), line };
    received.push(request);
    answer(replyTo(request), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    lines: () => received.map(({ line }) => line),
    openConnections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
