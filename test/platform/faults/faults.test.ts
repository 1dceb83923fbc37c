import { describe, expect, it } from 'vitest';
import { endpointBody, type Send, served } from '../small-organization.ts';

const create = '/v1/project/shop/integration_endpoint';
const inject = (send: Send, ...faults: readonly unknown[]) => send('POST', '/_control/faults', faults);
const endpointCount = async (send: Send): Promise<number> =>
  (await send('GET', create)).body.service_integration_endpoints.length;

describe('faults', () => {
  it('affect the named operation, as often as configured, in order', async () => {
    const { send } = await served();
    await inject(
      send,
      { operation: 'ServiceList', times: 2, status: 503 },
      { operation: '*', status: 429, retryAfter: 7 },
    );
    const first = await send('GET', '/v1/organizations');
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
    const list = async () => (await send('GET', '/v1/project/shop/service')).status;
    expect([await list(), await list(), await list()]).toEqual([503, 503, 200]);
  });

  it('answer with the body they carry, and without an effect', async () => {
    const { send } = await served();
    await inject(send, { operation: 'ServiceIntegrationEndpointCreate', status: 500, body: { message: 'odd' } });
    const struck = await send('POST', create, endpointBody('a', '1'));
    expect([struck.status, struck.body]).toEqual([500, { message: 'odd' }]);
    expect(await endpointCount(send)).toBe(0);
  });

  it('cut the connection before the effect or after it', async () => {
    const { send } = await served();
    await inject(send, { operation: 'ServiceIntegrationEndpointCreate', drop: 'before' });
    await expect(send('POST', create, endpointBody('a', '1'))).rejects.toThrow();
    expect(await endpointCount(send)).toBe(0);
    await inject(send, { operation: 'ServiceIntegrationEndpointCreate', drop: 'after' });
    await expect(send('POST', create, endpointBody('a', '1'))).rejects.toThrow();
    expect(await endpointCount(send)).toBe(1);
  });

  it('break an answer off in the middle', async () => {
    const { send } = await served();
    await inject(send, { operation: '*', malformed: true });
    await expect(send('GET', '/v1/organizations')).rejects.toThrow(SyntaxError);
  });

  it('delay a request, which is then carried out', async () => {
    const { send } = await served();
    await inject(send, { operation: '*', delayMs: 1 });
    expect((await send('GET', '/v1/organizations')).status).toBe(200);
  });

  it('end with the server, however long they would delay', async () => {
    const { send, platform } = await served();
    await inject(send, { operation: '*', delayMs: 600_000 });
    const waiting = expect(send('GET', '/v1/organizations')).rejects.toThrow();
    while (platform.requests().reads === 0) await new Promise(setImmediate);
    await platform.close();
    await waiting;
  });

  it('can be removed', async () => {
    const { send } = await served();
    await inject(send, { operation: '*', times: 99, status: 500 });
    await send('DELETE', '/_control/faults');
    expect((await send('GET', '/v1/organizations')).status).toBe(200);
  });

  it('are refused with two failures or none', async () => {
    const { send } = await served();
    expect((await inject(send, { operation: '*' })).status).toBe(400);
    expect((await inject(send, { operation: '*', status: 500, drop: 'before' })).status).toBe(400);
    expect((await inject(send, { operation: '*', times: 0, status: 500 })).status).toBe(400);
  });
});
