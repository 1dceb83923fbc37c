import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultTimeouts, undiciExchange } from '../../../lib/client/transport/undici-exchange.ts';

/** An exchange with a server that answers each request so. */
const exchangeOn = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const exchange = undiciExchange(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 1, defaultTimeouts);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await exchange.close();
  });
  return (signal = new AbortController().signal) =>
    exchange.send({ method: 'GET', path: '/', headers: {}, body: null }, signal);
};

describe('an answer over the network', () => {
  it('is whole where a character comes in two parts, and has no byte order mark', async () => {
    const bytes = Buffer.from('\ufeff{"name":"größe"}');
    const at = bytes.indexOf(0xc3) + 1;
    const send = await exchangeOn((_, response) => {
      response.write(bytes.subarray(0, at));
      setImmediate(() => response.end(bytes.subarray(at)));
    });
    expect(await send()).toMatchObject({ status: 200, text: '{"name":"größe"}' });
    expect((await send()).text).toBe('{"name":"größe"}');
  });

  it('may be empty, and is that after the hints that come before it', async () => {
    const send = await exchangeOn((_, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(204, { 'x-request-id': 'r1' }).end();
    });
    expect(await send()).toMatchObject({ status: 204, text: '', headers: { 'x-request-id': 'r1' } });
  });

  it('counts as lost where the connection ends before it does', async () => {
    const send = await exchangeOn((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{');
      setImmediate(() => response.destroy());
    });
    await expect(send()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
  });

  it('is not waited for once its signal is aborted, also before it is sent', async () => {
    const reason = new Error('stopped');
    const send = await exchangeOn(() => undefined);
    await expect(send(AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const sent = send(controller.signal);
    setImmediate(() => controller.abort(reason));
    await expect(sent).rejects.toBe(reason);
  });
});

describe('a compressed answer', () => {
  const text = '{"name":"größe"}';
  const bytes = Buffer.from(text);
  const coded = (coding: string | readonly string[], body: Buffer, status = 200) =>
    exchangeOn((_, response) => {
      response.writeHead(status, { 'content-encoding': coding as string }).end(body);
    });

  it.each([
    ['gzip', gzipSync(bytes)],
    ['x-gzip', gzipSync(bytes)],
    ['GZIP', gzipSync(bytes)],
    ['br', brotliCompressSync(bytes)],
    ['deflate', deflateSync(bytes)],
    ['identity', bytes],
    ['deflate, gzip', gzipSync(deflateSync(bytes))],
  ])('by %s is its text', async (coding, body) => {
    const send = await coded(coding, body);
    expect((await send()).text).toBe(text);
  });

  it('is read as well where it is a refusal, and may have no body', async () => {
    expect(await (await coded('gzip', gzipSync(bytes), 503))()).toMatchObject({ status: 503, text });
    expect(await (await coded('gzip', Buffer.alloc(0), 204))()).toMatchObject({ status: 204, text: '' });
  });

  it('by another coding names it', async () => {
    const send = await coded('zstd\u00e9', bytes);
    await expect(send()).rejects.toThrow(
      'the answer is compressed as "zstd\u00e9", and only gzip, br and deflate can be read',
    );
  });

  it('is no more than may be read, however small it comes', async () => {
    const send = await coded('gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1)));
    await expect(send()).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
  });

  it('counts as lost where it ends early', async () => {
    const send = await coded('gzip', gzipSync(bytes).subarray(0, 20));
    await expect(send()).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
  });
});
