import { connect, type Socket } from 'node:net';
import type { HostileRequest } from './hostile-requests.ts';

/** What came back for one request: as many answers as were read, in their order. */
export interface RawReply {
  readonly status: number;
  readonly body: string;
  /** Answered by the server of Node.js itself, because the input is no HTTP request. */
  readonly isOfServer: boolean;
}

interface Parsed extends RawReply {
  readonly rest: Buffer;
  readonly closes: boolean;
}

const chunkedBody = (bytes: Buffer): { readonly body: string; readonly rest: Buffer } | undefined => {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (end > bytes.length) return undefined;
    if (size === 0) return { body: Buffer.concat(parts).toString('utf8'), rest: bytes.subarray(end) };
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = end;
  }
};

/** The first answer in these bytes; undefined while it is not whole. */
const parse = (bytes: Buffer, headOnly: boolean): Parsed | undefined => {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const after = bytes.subarray(headEnd + 4);
  const status = Number(head.slice(9, 12));
  const isOfServer = !/^x-request-id:/im.test(head);
  if (status === 100) return parse(after, headOnly);
  const closes = /^connection: *close/im.test(head);
  if (headOnly || status === 204 || status === 304) return { status, body: '', isOfServer, rest: after, closes };
  if (/^transfer-encoding: *chunked/im.test(head)) {
    const chunked = chunkedBody(after);
    return chunked && { status, isOfServer, closes, ...chunked };
  }
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (after.length < length) return undefined;
  const body = after.toString('utf8', 0, length);
  return { status, body, isOfServer, rest: after.subarray(length), closes };
};

export interface HostileClient {
  /** Sends the bytes and waits for the first answer. Rejects when the connection ends without one. */
  send(request: HostileRequest): Promise<RawReply>;
  close(): void;
}

/** One client that keeps its connection where it may. */
export const hostileClient = (port: number): HostileClient => {
  let kept: Socket | undefined;

  const exchange = (socket: Socket, request: HostileRequest): Promise<RawReply> =>
    new Promise((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0);
      const done = () => {
        socket.off('data', onData).off('close', onClose);
      };
      const onClose = () => {
        done();
        reject(new Error(`${request.kind}: no answer; got ${JSON.stringify(received.toString('latin1'))}`));
      };
      const onData = (data: Buffer) => {
        received = received.length === 0 ? data : Buffer.concat([received, data]);
        const parsed = parse(received, request.headOnly);
        if (parsed === undefined) return;
        done();
        if (parsed.closes || request.endsThere) {
          kept = undefined;
          socket.destroy();
        }
        resolve(parsed);
      };
      socket.on('data', onData).on('close', onClose);
      if (request.endsThere) socket.end(request.bytes);
      else socket.write(request.bytes);
    });

  return {
    send: (request) => {
      // A reset ends in 'close', which reports what is missing.
      kept ??= connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
      return exchange(kept, request);
    },
    close: () => kept?.destroy(),
  };
};
