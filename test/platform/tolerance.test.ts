import { describe, expect, test } from 'vitest';
import { callAll, everyRouteScenario } from './operations/every-route.ts';
import { type Send, served, token } from './small-organization.ts';

/** Ways in which clients differ, none of which may matter. */
const habits: Readonly<Record<string, (send: Send) => Send>> = {
  'the scheme Bearer (§5 header)': (send) => (method, path, body) =>
    send(method, path, body, { authorization: `Bearer ${token}` }),
  'the scheme aivenv1 (pf 2)': (send) => (method, path, body) =>
    send(method, path, body, { authorization: `aivenv1 ${token}` }),
  'a scheme in other letters (pf 2)': (send) => (method, path, body) =>
    send(method, path, body, { authorization: `AIVENV1 ${token}` }),
  'unknown query parameters (pf 2.13 query parameters)': (send) => (method, path, body) =>
    send(method, `${path}?limit=999&include_secrets=false&made_up=%00`, body),
  'another content type on calls without a body (pf 3.1)': (send) => (method, path, body) =>
    send(method, path, body, body === undefined ? { 'content-type': 'application/octet-stream' } : {}),
  'no content type that says JSON (§4 JSON bodies)': (send) => (method, path, body) =>
    send(method, path, body, { 'content-type': 'text/plain' }),
  'unknown members of bodies (A-11)': (send) => (method, path, body) =>
    send(method, path, body === undefined ? undefined : { ...(body as object), made_up: { later: [null] } }),
};

describe('every operation succeeds all the same', () => {
  test.each(Object.keys(habits))('with %s', async (name) => {
    const { platform, send } = await served({ scenario: everyRouteScenario });
    await platform.advance(3_600);
    expect(await callAll((habits[name] as (send: Send) => Send)(send))).toEqual([]);
  });
});
