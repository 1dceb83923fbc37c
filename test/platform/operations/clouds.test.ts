import { describe, expect, it } from 'vitest';
import { served, smallScenario } from '../small-organization.ts';

/** pf 2.14: what clients ask before they create a service or move it to another cloud. */

const described = {
  ...smallScenario(),
  clouds: { 'cloud-a': 'Cloud A', 'aws-eu-west-1': 'Europe, Ireland - Amazon Web Services: Ireland' },
  prices: [],
};

describe('clouds', () => {
  it('are listed with region and provider as far as the scenario names them, for all and in a project (pf 2.14 clouds)', async () => {
    const { send } = await served({ scenario: described });
    const { status, body } = await send('GET', '/v1/clouds');
    expect(status).toBe(200);
    expect(body).toEqual({
      clouds: [
        {
          cloud_name: 'cloud-a',
          cloud_description: 'Cloud A',
          geo_region: 'unknown',
          provider: 'cloud',
          provider_description: 'cloud',
        },
        {
          cloud_name: 'aws-eu-west-1',
          cloud_description: 'Europe, Ireland - Amazon Web Services: Ireland',
          geo_region: 'europe',
          provider: 'aws',
          provider_description: 'Amazon Web Services',
        },
      ],
    });
    expect((await send('GET', '/v1/project/shop/clouds')).body).toEqual(body);
  });
});

describe('networks of a project', () => {
  it('are none (pf 2.14 networks; A-30)', async () => {
    const { send } = await served();
    const { status, body } = await send('GET', '/v1/project/shop/vpcs');
    expect([status, body]).toEqual([200, { vpcs: [] }]);
  });

  it('are shown to members of the project only', async () => {
    const { send } = await served();
    const guest = { authorization: 'Bearer token-of-the-guest' };
    expect((await send('GET', '/v1/project/shop/vpcs', undefined, guest)).status).toBe(403);
    expect((await send('GET', '/v1/project/shop/clouds', undefined, guest)).status).toBe(403);
  });
});
