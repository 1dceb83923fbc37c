import { expect, it } from 'vitest';
import { served, token } from '../small-organization.ts';

/** `GET /_control/unmatched`: what clients ask for and nothing answers. */

it('lists each unserved path once with its count, most frequent first, until the counts are reset', async () => {
  const { platform, send } = await served();
  const unmatched = async () => (await (await fetch(`${platform.url}/_control/unmatched`)).json()) as object;
  expect(await unmatched()).toEqual({ unmatched: [] });
  await send('POST', '/v1/project/shop/vpcs', {});
  for (const query of ['', '?a=1']) await send('GET', `/v1/project/shop/service/orders/topic${query}`);
  await send('GET', '/v1/project/shop/service/orders');
  expect(await unmatched()).toEqual({
    unmatched: [
      { request: 'GET /v1/project/shop/service/orders/topic', count: 2 },
      { request: 'POST /v1/project/shop/vpcs', count: 1 },
    ],
  });
  await fetch(`${platform.url}/_control/requests/reset`, { method: 'POST' });
  expect(await unmatched()).toEqual({ unmatched: [] });
});

it('shows no token that a path contains, and nothing that could be one', async () => {
  const { platform, send } = await served();
  await send('GET', `/v1/nothing/${token}`);
  await send('GET', `/v1/nothing/${'s'.repeat(41)}`);
  const text = await (await fetch(`${platform.url}/_control/unmatched`)).text();
  expect(JSON.parse(text)).toEqual({ unmatched: [{ request: 'GET /v1/nothing/…', count: 2 }] });
});

it('keeps a thousand paths at most', async () => {
  const { platform, send } = await served();
  for (let path = 0; path < 1_005; path += 1) await send('GET', `/v1/nothing/${path}`);
  const { unmatched } = (await (await fetch(`${platform.url}/_control/unmatched`)).json()) as { unmatched: object[] };
  expect(unmatched).toHaveLength(1_000);
});
