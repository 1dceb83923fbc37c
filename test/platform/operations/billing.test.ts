import { describe, expect, it } from 'vitest';
import { pg, type Send, served, smallScenario } from '../small-organization.ts';

/** pf 2.9 */

const groupOf = async (send: Send) => (await send('GET', '/v1/billing-group')).body.billing_groups[0];

// 10 GB of additional storage at 0.000205 an hour for each.
const scenario = smallScenario([pg('orders', { diskGb: 110, tags: { team: 'a' } }), pg('plain')]);
const hour = 3600;

describe('the billing group', () => {
  it('has every member that clients require (pf 2.14 billing groups)', async () => {
    const { send } = await served();
    expect(Object.keys(await groupOf(send)).toSorted()).toEqual([
      'account_id',
      'account_name',
      'address_lines',
      'billing_address_id',
      'billing_contact_emails',
      'billing_currency',
      'billing_emails',
      'billing_extra_text',
      'billing_group_id',
      'billing_group_name',
      'billing_type',
      'card_info',
      'city',
      'company',
      'country',
      'country_code',
      'create_time',
      'estimated_balance_local',
      'estimated_balance_usd',
      'payment_method',
      'shipping_address_id',
      'state',
      'vat_id',
      'zip_code',
    ]);
  });

  it('has the estimate of the running month from the exact charges (pf 2.9)', async () => {
    const { send, platform } = await served({ scenario });
    await platform.advance(hour);
    const group = await groupOf(send);
    expect(group).toMatchObject({ billing_currency: 'USD', estimated_balance_usd: '0.002050', account_name: 'Test' });
    const path = `/v1/billing-group/${group.billing_group_id}`;
    expect((await send('GET', path)).body).toEqual({ billing_group: group });
    const { billing_groups } = (await send('GET', '/v1/organization/orgtest/billing-groups')).body;
    expect(billing_groups).toEqual([
      {
        billing_group_id: group.billing_group_id,
        billing_group_name: 'Test',
        organization_id: 'orgtest',
        billing_address_id: expect.any(String),
        shipping_address_id: expect.any(String),
        billing_contact_emails: [],
        billing_emails: [],
        create_time: '2026-03-02T08:00:00Z',
      },
    ]);
    const one = await send('GET', `/v1/organization/orgtest/billing-group/${group.billing_group_id}`);
    expect(one.body).toEqual(billing_groups[0]);
  });

  it('has the same estimate in one step and in many, and includes the charges of deleted services', async () => {
    const estimate = async (steps: number) => {
      const { send, platform } = await served({ scenario });
      for (let step = 0; step < steps; step += 1) await platform.advance((40 * 24 * hour) / steps);
      await send('DELETE', '/v1/project/shop/service/orders');
      return Number((await groupOf(send)).estimated_balance_usd);
    };
    const april = await estimate(1);
    // From 1 April until 11 April, 08:00.
    expect(april).toBeCloseTo((10 * 24 + 8) * 0.00205, 6);
    expect(await estimate(7)).toBe(april);
  });

  it('is read only by who has a role everywhere; others and unknown ones are refused', async () => {
    const { send } = await served();
    const reader = { authorization: 'Bearer token-of-the-reader' };
    expect((await send('GET', '/v1/billing-group', undefined, reader)).status).toBe(403);
    expect((await send('GET', '/v1/billing-group/none')).status).toBe(404);
    expect((await send('GET', '/v1/organization/orgnone/billing-groups')).status).toBe(404);
    expect((await send('GET', '/v1/organization/orgtest/billing-group/none')).status).toBe(404);
  });
});
