import { describe, expect, it, test } from 'vitest';
import { endpointBody, served } from '../small-organization.ts';

const path = '/v1/project/shop/events';

describe('the event log', () => {
  it('gives the newest first, as many as asked for', async () => {
    const { send, platform } = await served();
    for (const name of ['a', 'b', 'c']) {
      await send('POST', '/v1/project/shop/integration_endpoint', endpointBody(name, '1'));
      await platform.advance(1);
    }
    const all = (await send('GET', path)).body.events;
    expect(all.map((event: { time: string }) => event.time)).toEqual([
      '2026-03-02T08:00:02Z',
      '2026-03-02T08:00:01Z',
      '2026-03-02T08:00:00Z',
    ]);
    expect((await send('GET', `${path}?limit=2`)).body.events).toEqual(all.slice(0, 2));
    expect((await send('GET', `${path}?limit=0`)).body.events).toEqual([]);
    expect((await send('GET', `${path}?limit=999&other=ignored`)).body.events).toEqual(all);
  });

  it('gives times in whole seconds, in the order in which things happened (pf 2.14 times)', async () => {
    const { send, platform } = await served();
    for (const name of ['a', 'b']) {
      await platform.advance(0.4);
      await send('POST', '/v1/project/shop/integration_endpoint', endpointBody(name, '1'));
    }
    const { events } = (await send('GET', path)).body;
    expect(events.map((event: { time: string; event_desc: string }) => [event.time, event.event_desc])).toEqual([
      ['2026-03-02T08:00:00Z', "Created integration endpoint 'b'"],
      ['2026-03-02T08:00:00Z', "Created integration endpoint 'a'"],
    ]);
  });

  test.each(['-1', 'all', '1.5'])('refuses the limit %s', async (limit) => {
    const { send } = await served();
    expect((await send('GET', `${path}?limit=${limit}`)).status).toBe(400);
  });
});
