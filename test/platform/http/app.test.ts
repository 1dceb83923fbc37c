import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, test } from 'vitest';
import { operations } from '../../../lib/platform/operations/all.ts';
import { served, token } from '../small-organization.ts';

it('every operation is below /v1, and nothing is beside it (§9.1)', async () => {
  const { send } = await served();
  for (const { id, method, path } of operations) {
    const filled = path.replaceAll(/:\w+/g, 'x');
    const beside = await send(method, filled, method === 'GET' ? undefined : {});
    expect([id, beside.status, beside.body.message]).toEqual([id, 404, 'There is nothing at this path']);
    const below = await send(method, `/v1${filled}`, method === 'GET' ? undefined : {});
    expect([id, below.body?.message]).not.toEqual([id, 'There is nothing at this path']);
  }
});

it('no operation is below another version (§9.1)', async () => {
  const { send } = await served();
  const versions = ['/v2', '/v0', '/v', '/V1', '/v1.0', '/v1/v1', '/v1beta'];
  for (const [index, { id, method, path }] of operations.entries()) {
    const elsewhere = `${versions[index % versions.length]}${path.replaceAll(/:\w+/g, 'x')}`;
    const { status, body } = await send(method, elsewhere, method === 'GET' ? undefined : {});
    expect([id, elsewhere, status, body.message]).toEqual([id, elsewhere, 404, 'There is nothing at this path']);
  }
});

/** The answer to a request whose first line is written by hand. */
const answerTo = async (url: string, line: string): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${line}\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`);
  return text(socket);
};

test.each([
  ['/v1/project/shop/service'],
  ['/v1/pro%6aect/sho%70/service?limit=1&limit=2'],
  ['/v1/project/none/../shop/service'],
  ['/v1/project/./shop/service#services'],
  ['http://127.0.0.1/v1/project/shop/service'],
])('%s names the services, however it is written', async (path) => {
  const { platform } = await served();
  const answer = await answerTo(platform.url, `GET ${path} HTTP/1.1`);
  expect(answer).toContain('HTTP/1.1 200 OK');
  expect(answer).toContain('"services":[{');
});

test.each([
  ['/v1/project/shop/service/', 404, 'There is nothing at this path'],
  ['/v1//project/shop/service', 404, 'There is nothing at this path'],
  ['/v1/project/shop%2Fservice', 403, 'Not a project member'],
  ['/v1/project/shop/service/%zz', 404, "Service '%zz' does not exist"],
  ['/v1/project\\shop', 404, 'There is nothing at this path'],
  ['*', 404, 'There is nothing at this path'],
])('%s is another path: %i %s', async (path, status, message) => {
  const { platform } = await served();
  const answer = await answerTo(platform.url, `GET ${path} HTTP/1.1`);
  expect(answer).toContain(`HTTP/1.1 ${status} `);
  expect(answer).toContain(`{"message":"${message}"`);
});

it('of several values of a query parameter the first counts', async () => {
  const { send } = await served();
  const events = '/v1/project/shop/events';
  expect((await send('GET', `${events}?limit=0&limit=none`)).body).toEqual({ events: [] });
  expect((await send('GET', `${events}?limit=none&limit=0`)).status).toBe(400);
});

it('HEAD has the status and the headers of GET, and no body', async () => {
  const { send } = await served();
  const { status, headers, body } = await send('HEAD', '/v1/project/shop/service');
  expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json', undefined]);
  const refused = await send('HEAD', '/v1/project/shop/tags/none');
  expect([refused.status, refused.body]).toEqual([404, undefined]);
});
