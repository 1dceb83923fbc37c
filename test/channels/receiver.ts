import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** One request that the receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How the receiver answers; `null` closes the connection without an answer. */
export type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | null;

/** A webhook server on a free port; `answers` are used up in order, then it accepts everything. */
export const startReceiver = async (answers: Answer[] = []) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    });
    const answer = answers.length > 0 ? answers.shift() : { status: 200 };
    if (!answer) return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers).end('an answer that repeats nothing');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, answers };
};
