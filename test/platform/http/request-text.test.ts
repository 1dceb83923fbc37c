import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, test } from 'vitest';
import { openPlatform } from '../../../lib/platform/open.ts';
import { endpointBody, served, smallScenario, token } from '../small-organization.ts';

const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const tags = '/v1/project/shop/tags';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly path: string;
  readonly pieces: readonly string[];
}

/** As a program whose body has no length before it is written: Go's readers, Java's streams, Node's http. */
const piped = async ({ url, method, path, pieces }: Sent) => {
  const asked = request(`${url}${path}`, { method, headers: { ...headers, 'transfer-encoding': 'chunked' } });
  for (const piece of pieces) asked.write(piece);
  asked.end();
  const [response] = await once(asked, 'response');
  return { status: response.statusCode as number, text: await text(response) };
};

/** As fetch sends a stream. */
const streamed = async ({ url, method, path, pieces }: Sent) => {
  const body = new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece));
      controller.close();
    },
  });
  const response = await fetch(`${url}${path}`, { method, headers, body, duplex: 'half' } as RequestInit);
  return { status: response.status, text: await response.text() };
};

/** The bytes that curl and Python write. */
const written = async ({ url, method, path, pieces }: Sent) => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const fields = Object.entries({ ...headers, host: hostname, 'transfer-encoding': 'chunked', connection: 'close' });
  const chunks = pieces.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
  const head = [`${method} ${path} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  socket.write(`${head}\r\n\r\n${chunks.join('')}0\r\n\r\n`);
  const answer = await text(socket);
  return { status: Number(answer.split(' ')[1]), text: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
};

const clients = { piped, streamed, written };

describe.each(Object.entries(clients))('a body in chunks, %s', (_name, ask) => {
  test.each([
    ['POST', '/v1/project/shop/integration_endpoint', endpointBody('chunked', '50'), 200],
    ['PUT', tags, { tags: { env: 'test' } }, 200],
    ['PATCH', tags, { tags: { team: 'a' } }, 200],
    ['DELETE', '/v1/project/shop/integration/none', {}, 404],
    ['POST', '/v1/nowhere', {}, 404],
    ['POST', '/_control/advance', { seconds: 1 }, 200],
  ])('is taken by %s %s', async (method, path, body, status) => {
    const { platform } = await served();
    const whole = JSON.stringify(body);
    const pieces = [whole.slice(0, 5), whole.slice(5)].filter((piece) => piece !== '');
    const answer = await ask({ url: platform.url, method, path, pieces });
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('{')]);
    const plain = await (await served()).send(method, path, body);
    expect(Object.keys(JSON.parse(answer.text))).toEqual(Object.keys(plain.body));
  });

  it('is refused when it is empty, and when it becomes too large', async () => {
    const { platform } = await served();
    const sent = { url: platform.url, method: 'PUT', path: tags };
    const empty = await ask({ ...sent, pieces: [] });
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('the request body is empty')]);
    const large = await ask({ ...sent, pieces: Array.from({ length: 17 }, () => ' '.repeat(65_536)) });
    expect([large.status, large.text]).toEqual([413, expect.stringContaining('larger than 1048576 bytes')]);
  });
});

it('characters of several bytes may be cut between two chunks', async () => {
  const { platform, send } = await served();
  const bytes = Buffer.from(JSON.stringify({ tags: { owner: 'Zoë' } }));
  const cut = bytes.indexOf(0xc3) + 1;
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes.subarray(0, cut));
      controller.enqueue(bytes.subarray(cut));
      controller.close();
    },
  });
  const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit;
  expect((await fetch(`${platform.url}${tags}`, init)).status).toBe(200);
  expect((await send('GET', tags)).body.tags).toEqual({ owner: 'Zoë' });
});

test('a failure of the platform itself is a 500 whose cause goes to standard error, without the token', async () => {
  const platform = openPlatform({ scenario: smallScenario(), token, speed: 0 });
  platform.edge.state.projects.get = () => {
    throw new Error(`no project map for ${token}\u001b[2J`);
  };
  const asked = { method: 'GET', path: '/v1/project/shop/tags', headers: { authorization: `Bearer ${token}` } };
  for (const path of [asked.path, `${asked.path}?a=b`]) {
    const warned = once(process, 'warning');
    const answer = await platform.answer({ ...asked, path, body: null }, '127.0.0.1');
    expect([answer?.status, JSON.parse(answer?.text ?? '').message]).toEqual([500, 'Internal server error']);
    const [warning] = await warned;
    expect(warning.message).toMatch(
      /^The embedded platform failed: Error: no project map for \[hidden\]\\u001b\[2J\n +at /,
    );
    expect(warning.message).not.toContain(token);
  }
});
