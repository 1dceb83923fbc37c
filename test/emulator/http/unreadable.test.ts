import { connect } from 'node:net';
import { describe, expect, it, test } from 'vitest';
import { served, token } from '../small-organization.ts';

/** Sends the text, closes for writing and gives everything that comes back. */
const exchange = (url: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('utf8');
    });
    socket.on('close', () => resolve(received)).on('error', reject);
    socket.end(text, 'latin1');
  });

const headers = `host: 127.0.0.1\r\nauthorization: Bearer ${token}`;
const list = `GET /v1/organizations HTTP/1.1\r\n${headers}\r\n\r\n`;

describe('input that is not a request', () => {
  test.each([
    ['bytes that are no HTTP', '\u0016\u0003\u0001\u0000', 400],
    ['another version', 'GET / HTTP/9.9\r\n\r\n', 400],
    ['a header without end', `GET / HTTP/1.1\r\nx: ${'h'.repeat(40_000)}`, 431],
    ['an address without end', `GET /${'p'.repeat(40_000)} HTTP/1.1\r\n${headers}\r\n\r\n`, 431],
    ['two lengths', `POST /v1/me HTTP/1.1\r\n${headers}\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}`, 400],
    ['a body that breaks off', `PUT /v1/project/shop/tags HTTP/1.1\r\n${headers}\r\ncontent-length: 9\r\n\r\n{`, 400],
    ['no Host', 'GET /v1/organizations HTTP/1.1\r\n\r\n', 400],
    ['a Host that is none', 'GET /v1/organizations HTTP/1.1\r\nhost: a b\r\n\r\n', 400],
    ['a proxy request', 'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n', 405],
    ['an unknown expectation', `GET /v1/me HTTP/1.1\r\n${headers}\r\nexpect: 200-maybe\r\n\r\n`, 417],
  ])('is answered with the error body: %s (pf 2.13)', async (_what, text, status) => {
    const { platform } = await served();
    const answers = await exchange(platform.url, text);
    expect(answers.split('HTTP/1.1 ')).toHaveLength(2);
    expect(answers).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answers.toLowerCase()).toContain('connection: close');
    const body = JSON.parse(answers.slice(answers.indexOf('\r\n\r\n') + 4));
    expect(body.errors).toEqual([{ message: body.message, status, error_code: expect.any(String) }]);
  });

  it('does not take the answer from the request before it', async () => {
    const { platform } = await served();
    const answers = await exchange(platform.url, `${list}\u0016\u0003\u0001`);
    const [, first, second, ...rest] = answers.split('HTTP/1.1 ');
    expect(first).toMatch(/^200 /);
    expect(first).toContain('"organization_id":"orgtest"');
    expect(second).toMatch(/^400 /);
    expect(rest).toEqual([]);
  });

  it('leaves other connections and later requests alone', async () => {
    const { platform, send } = await served();
    await Promise.all(Array.from({ length: 50 }, () => exchange(platform.url, 'nonsense\r\n\r\n')));
    expect((await send('GET', '/v1/organizations')).status).toBe(200);
  });
});
