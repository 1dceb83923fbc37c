import { describe, expect, it } from 'vitest';
import { clientOnServer, errorOf, tokenCanary } from '../client-on-server.ts';
import type { Reply } from '../scripted-server.ts';

const answering = (headers: Readonly<Record<string, string>>, reply: Exclude<Reply, string> = {}): Reply => ({
  json: { services: [] },
  ...reply,
  headers,
});

const announced = {
  deprecation: '@1785283200',
  sunset: 'Sun, 31 Jan 2027 00:00:00 GMT',
  link: '<https://example.com/next>; rel="next", <https://example.com/eol/v1>; rel="sunset"',
};

const noted = {
  operation: 'GET /project/{project}/service',
  deprecatedAt: '2026-07-29T00:00:00.000Z',
  sunsetAt: '2027-01-31T00:00:00.000Z',
  link: 'https://example.com/eol/v1',
};

/** What a client notes of one list of services. */
const announcedBy = async (headers: Readonly<Record<string, string>>) => {
  const { client } = await clientOnServer([answering(headers)]);
  const retiring = client.watchRetiring();
  await client.listServices('p');
  return retiring().retiring;
};

describe('the calls that the platform retires', () => {
  it('are none without an announcement', async () => {
    expect(await announcedBy({})).toEqual([]);
    expect(await announcedBy({ link: '<https://example.com/eol/v1>; rel="sunset"' })).toEqual([]);
  });

  it('are noted once per operation, with the dates and the link, and never with a name of the organization', async () => {
    const { client } = await clientOnServer([
      answering(announced),
      answering(announced),
      answering({ sunset: announced.sunset }, { json: { service: null }, status: 404 }),
    ]);
    const retiring = client.watchRetiring();
    await client.listServices('shop');
    await client.listServices('bank');
    await client.getService('bank', 'service');
    expect(retiring().retiring).toEqual([
      noted,
      { operation: 'GET /project/{project}/service/{service}', sunsetAt: noted.sunsetAt },
    ]);
  });

  it('are noted of a refusal too', async () => {
    const { client } = await clientOnServer([answering(announced, { status: 403, json: {} })]);
    const retiring = client.watchRetiring();
    await errorOf(client.listServices('p'));
    expect(retiring().retiring).toEqual([noted]);
  });

  it('are no more once the platform answers without the announcement', async () => {
    const { client } = await clientOnServer([answering(announced), answering({})]);
    const retiring = client.watchRetiring();
    await client.listServices('p');
    await client.listServices('p');
    expect(retiring().retiring).toEqual([]);
  });

  it('are those of the answers since the watch began', async () => {
    const { client } = await clientOnServer([
      answering(announced),
      answering({ sunset: announced.sunset }, { json: {} }),
    ]);
    const earlier = client.watchRetiring();
    await client.listServices('p');
    const later = client.watchRetiring();
    expect([earlier().retiring.length, later().retiring.length]).toEqual([1, 0]);
    await errorOf(client.getService('p', 's'));
    expect([earlier().retiring.length, later().retiring.length]).toEqual([2, 1]);
  });

  it.each(['true', '@99999999999999', '@', 'soon'])(
    'are noted without a date that cannot be read: %s',
    async (text) => {
      expect(await announcedBy({ deprecation: text, sunset: text })).toEqual([{ operation: noted.operation }]);
    },
  );

  it.each([
    'http://example.com/eol',
    'https://user:word@example.com/eol',
    'https://example.com/eol)[x](y',
    `https://example.com/${'a'.repeat(200)}`,
    'javascript:alert(1)',
    '//example.com/eol',
  ])('are noted without a link that is not plain, short and https: %s', async (link) => {
    const [call] = await announcedBy({ deprecation: announced.deprecation, link: `<${link}>; rel="sunset"` });
    expect(call).toEqual({ operation: noted.operation, deprecatedAt: noted.deprecatedAt });
  });

  it('never contain the token or the query of the link', async () => {
    const link = `<https://example.com/eol?token=${encodeURIComponent(tokenCanary)}>; rel=sunset`;
    const [call] = await announcedBy({ deprecation: announced.deprecation, link });
    expect(call?.link).toBe('https://example.com/eol');
  });
});
