import { describe, expect, it } from 'vitest';
import { enable, pg, type Send, served, smallScenario } from '../small-organization.ts';

const reached = 'service_autoscaler_maximum_reached';

const timesReached = async (send: Send): Promise<number> => {
  const { body } = await send('GET', '/v1/project/shop/events');
  return body.events.filter((event: { event_type: string }) => event.event_type === reached).length;
};

describe('an integration with an autoscaler endpoint', () => {
  it('has its maximum reported once, and again for each integration that is made anew', async () => {
    const { send, platform } = await served({ scenario: smallScenario([pg('orders', { usedGb: 95 })]) });
    const { endpointId, integrationId } = await enable(send, 'orders', '0');
    await platform.advance(120);
    expect(await timesReached(send)).toBe(1);
    await platform.advance(3_600);
    expect(await timesReached(send)).toBe(1);
    await send('DELETE', `/v1/project/shop/integration/${integrationId}`);
    await platform.advance(120);
    expect(await timesReached(send)).toBe(1);
    const again = await send('POST', '/v1/project/shop/integration', {
      integration_type: 'autoscaler',
      source_project: 'shop',
      source_service: 'orders',
      dest_endpoint_id: endpointId,
    });
    expect(again.status).toBe(200);
    await platform.advance(120);
    expect(await timesReached(send)).toBe(2);
  });
});
