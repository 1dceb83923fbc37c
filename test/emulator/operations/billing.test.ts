import { describe, expect, it } from 'vitest';
import { pg, type Send, served, smallScenario } from '../small-organization.ts';

/** pf 2.9 */

const groupOf = async (send: Send) => (await send('GET', '/v1/billing-group')).body.billing_groups[0];

// 10 GB of additional storage at 0.000205 an hour for each.
const scenario = smallScenario([pg('orders', { diskGb: 110, tags: { team: 'a' } }), pg('plain')]);
const hour = 3600;
const march = 30 * 24 * hour - 8 * hour + 24 * hour;

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

  it('gives each invoice a download cookie of its own, as text (pf 2.14 download_cookie)', async () => {
    const { send, platform } = await served();
    await platform.advance(40 * 24 * hour);
    const path = `/v1/billing-group/${(await groupOf(send)).billing_group_id}/invoice`;
    const cookies = (await send('GET', path)).body.invoices.map(
      (invoice: { download_cookie: string }) => invoice.download_cookie,
    );
    expect(cookies).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(cookies[0]).not.toBe(cookies[1]);
  });

  it('has the estimate of the running month from the exact charges (pf 2.9)', async () => {
    const { send, platform } = await served({ scenario });
    await platform.advance(hour);
    const group = await groupOf(send);
    expect(group).toMatchObject({ billing_currency: 'USD', estimated_balance_usd: '0.002050', account_name: 'Test' });
    const path = `/v1/billing-group/${group.billing_group_id}`;
    expect((await send('GET', path)).body).toEqual({ billing_group: group });
    expect((await send('GET', `${path}/projects`)).body.projects).toEqual([
      { project_name: 'shop', estimated_balance: '0.002050', available_credits: '0.00' },
      { project_name: 'other', estimated_balance: '0.000000', available_credits: '0.00' },
    ]);
    expect((await send('GET', `${path}/credits`)).body).toEqual({ credits: [] });
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

  it('has an invoice for each month, whose lines add up to it (pf 2.9)', async () => {
    const { send, platform } = await served({ scenario });
    // From 2 March, 08:00, into the first hours of April.
    await platform.advance(march - 24 * hour + 10 * hour);
    const path = `/v1/billing-group/${(await groupOf(send)).billing_group_id}/invoice`;
    const { invoices } = (await send('GET', path)).body;
    expect(invoices).toMatchObject([
      {
        period_begin: '2026-03-01T00:00:00Z',
        period_end: '2026-03-31T23:59:59Z',
        state: 'due',
        total_inc_vat: '1.459600',
        issue_date: '2026-04-01T00:00:00Z',
      },
      { period_begin: '2026-04-01T00:00:00Z', state: 'estimate', total_inc_vat: '0.020500', issue_date: null },
    ]);
    const { lines } = (await send('GET', `${path}/${invoices[0].invoice_number}/lines`)).body;
    expect(lines).toEqual([
      {
        line_type: 'extra_charge',
        description: 'Additional disk storage of pg startup-4 orders',
        line_total_usd: '1.459600',
        line_total_local: '1.459600',
        local_currency: 'USD',
        project_name: 'shop',
        service_name: 'orders',
        service_plan: 'startup-4',
        service_type: 'pg',
        cloud_name: 'cloud-a',
        timestamp_begin: '2026-03-02T08:00:00Z',
        timestamp_end: '2026-04-01T00:00:00Z',
        tags: { team: 'a' },
      },
    ]);
  });

  it('gives the same result in one step and in many, and includes the charges of deleted services', async () => {
    const totals = async (steps: number) => {
      const { send, platform } = await served({ scenario });
      for (let step = 0; step < steps; step += 1) await platform.advance((40 * 24 * hour) / steps);
      await send('DELETE', '/v1/project/shop/service/orders');
      const { invoices } = (await send('GET', `/v1/billing-group/${(await groupOf(send)).billing_group_id}/invoice`))
        .body;
      return invoices.map((invoice: { total_inc_vat: string }) => invoice.total_inc_vat);
    };
    const [march, april] = await totals(1);
    expect(Number(march) + Number(april)).toBeCloseTo(40 * 24 * 0.00205, 6);
    expect(await totals(7)).toEqual([march, april]);
  });

  it('is read only by who has a role everywhere; others and unknown ones are refused', async () => {
    const { send } = await served();
    const reader = { authorization: 'Bearer token-of-the-reader' };
    expect((await send('GET', '/v1/billing-group', undefined, reader)).status).toBe(403);
    expect((await send('GET', '/v1/billing-group/none')).status).toBe(404);
    expect((await send('GET', '/v1/organization/orgnone/billing-groups')).status).toBe(404);
    expect((await send('GET', '/v1/organization/orgtest/billing-group/none')).status).toBe(404);
    const path = `/v1/billing-group/${(await groupOf(send)).billing_group_id}/invoice/none/lines`;
    expect((await send('GET', path)).status).toBe(404);
  });
});
