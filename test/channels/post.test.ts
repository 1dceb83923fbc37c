import { execFile } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postJson } from '../../lib/channels/post.ts';
import { startReceiver } from './receiver.ts';

const now = Date.parse('2026-03-02T08:00:00Z');

/** The answer of a channel that does this. */
const posted = async (answer: RequestListener) => {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return postJson(`http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`, '{}', {}, now);
};

const answering = (status: number, headers: Record<string, string> = {}) =>
  posted((_, response) => void response.writeHead(status, headers).end());

describe('a message to a channel', () => {
  it('is accepted with every status of success', async () => {
    expect([await answering(200), await answering(202), await answering(204)]).toEqual([null, null, null]);
  });

  it.each([408, 425, 429, 500, 502, 503, 504])(
    'is tried again after HTTP %s: a slow channel loses none',
    async (status) => {
      expect(await answering(status)).toEqual({
        problem: `the channel answered HTTP ${status}`,
        isFinal: false,
        waitMs: null,
      });
    },
  );

  it.each([301, 400, 401, 403, 404, 410])('is refused for good with HTTP %s', async (status) => {
    expect(await answering(status, { location: '/elsewhere' })).toMatchObject({ isFinal: true });
  });

  it('is tried again after a connection that ends without an answer, and the failure leaves the address out', async () => {
    const failure = await posted((request) => void request.socket.destroy());
    expect(failure).toMatchObject({ isFinal: false, waitMs: null });
    expect(failure?.problem).toMatch(/^the channel did not answer \(\w+\)$/);
  });

  it('waits as long as a busy channel asks for, in seconds or until a date', async () => {
    expect((await answering(429, { 'retry-after': '120' }))?.waitMs).toBe(120_000);
    expect((await answering(503, { 'retry-after': 'Mon, 02 Mar 2026 08:05:00 GMT' }))?.waitMs).toBe(300_000);
    expect((await answering(503, { 'retry-after': 'Mon Mar  2 08:05:00 2026' }))?.waitMs).toBe(300_000);
    expect((await answering(503, { 'retry-after': 'later' }))?.waitMs).toBeNull();
    expect((await answering(503, { 'retry-after': '1e300' }))?.waitMs).toBeNull();
  });
});

const script = `
  import { postJson } from '${new URL('../../lib/channels/post.ts', import.meta.url).pathname}';
  process.stdout.write(JSON.stringify(await postJson(process.argv[1], '{}', {}, 0)));
`;

it.each(['undici,http', 'fetch', '*', 'websocket'])(
  'the address of a channel is printed by no debug log: NODE_DEBUG=%s keeps the message back and says so',
  async (sections) => {
    const { url, received } = await startReceiver();
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script, `${url}/services/secret-address`],
      // The log of everything is long.
      { env: { NODE_DEBUG: sections }, maxBuffer: 2 ** 28 },
    );
    expect(stdout).toContain('not sent: NODE_DEBUG would print the address');
    expect(stderr).not.toContain('sending request');
    expect(received).toEqual([]);
  },
);
