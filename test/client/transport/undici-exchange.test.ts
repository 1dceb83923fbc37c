import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
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
