import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPlatform, servePlatform } from '../../../lib/emulator/server.ts';
import { drawnScenario } from '../../simulator/organization/organization.ts';

const token = 'plain-token';
const scenario = drawnScenario(3, { projects: 2, services: 6 });
const [{ name: project } = { name: '' }] = scenario.projects;

let platform: ServedPlatform;
beforeAll(async () => {
  platform = await servePlatform({ scenario, token, seed: 3, speed: 0 });
});
afterAll(() => platform.close());

const headersOf = async (path: string, authorization: string) => {
  const response = await fetch(`${platform.url}${path}`, { headers: { authorization } });
  const headers = Object.fromEntries(response.headers.entries());
  // Each request has an id of its own.
  const { 'x-request-id': _id, 'transfer-encoding': _encoding, 'content-length': _length, ...others } = headers;
  return { status: response.status, headers: others, body: await response.json() };
};

/** The answer to a request whose first line is written by hand. */
const answerTo = async (line: string): Promise<string> => {
  const { port } = new URL(platform.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${line}\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`);
  return text(socket);
};

describe('a plain read over HTTP', () => {
  it.each([
    '/v1/organizations',
    `/v1/project/${project}/service`,
    `/v1/project/${project}/integration_endpoint`,
    `/v1/project/${project}/service/none`,
    '/v1/project/none/service',
    '/v1/nothing',
    '/nothing',
  ])('of %s has the same answer as one that the application answers', async (path) => {
    for (const authorization of [`Bearer ${token}`, 'Bearer wrong']) {
      // A query makes the request one for the application, which ignores unknown parameters.
      expect(await headersOf(path, authorization)).toEqual(await headersOf(`${path}?unknown=1`, authorization));
    }
  });

  it.each([
    `GET /v1/project/none/../${project}/service HTTP/1.1`,
    `GET /v1/project/./${project}/service HTTP/1.1`,
    `GET http://127.0.0.1/v1/project/${project}/service HTTP/1.1`,
  ])('is one only if its path is written plainly: %s names the services', async (line) => {
    const answer = await answerTo(line);
    expect(answer).toContain('HTTP/1.1 200 OK');
    expect(answer).toContain('"services":[{');
  });
});
