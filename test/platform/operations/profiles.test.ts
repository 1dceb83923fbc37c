import { describe, expect, it, test } from 'vitest';
import { endpointBody, pg, type Send, served, smallScenario } from '../small-organization.ts';

const collection = '/v1/project/shop/integration_endpoint';
const additional = (gb: string) => ({ autoscaler: { max_additional_storage: gb } });
const total = (gb: number) => ({ autoscaling: [{ type: 'autoscale_disk', cap_gb: gb }] });

const body = (name: string, type: string, userConfig: unknown) => ({
  endpoint_name: name,
  endpoint_type: type,
  user_config: userConfig,
});

const create = async (send: Send, given: object): Promise<string> => {
  const { body: answer } = await send('POST', collection, given);
  return answer.service_integration_endpoint.endpoint_id;
};

const attach = (send: Send, service: string, endpointId: string) =>
  send('POST', '/v1/project/shop/integration', {
    integration_type: 'autoscaler',
    source_service: service,
    dest_endpoint_id: endpointId,
  });

describe('endpoints of both profiles at the same time (pf 1.1, 1.4)', () => {
  it('are created, listed, read, changed and deleted, each giving back what it holds', async () => {
    const { send } = await served();
    const id = await create(send, body('both', 'autoscaler', total(200)));
    await create(send, endpointBody('both', '120'));
    const listed = await send('GET', collection);
    expect(listed.body.service_integration_endpoints).toEqual([
      expect.objectContaining({ endpoint_type: 'autoscaler', user_config: total(200) }),
      expect.objectContaining({ endpoint_type: 'disk_storage', user_config: additional('120') }),
    ]);
    const updated = await send('PUT', `${collection}/${id}`, { user_config: total(300) });
    expect([updated.status, updated.body.service_integration_endpoint.user_config]).toEqual([200, total(300)]);
    const same = await send('PUT', `${collection}/${id}`, { user_config: total(300) });
    expect([same.status, same.body.message]).toEqual([409, 'User config not changed']);
    expect((await send('DELETE', `${collection}/${id}`)).status).toBe(200);
  });

  test.each([
    ['an additional maximum in a total one', body('mixed', 'autoscaler', additional('200'))],
    ['the client form in a total one', body('mixed', 'autoscaler', { max_additional_storage: '200' })],
    ['a total in an additional one', body('mixed', 'disk_storage', total(200))],
    ['both at once in a total one', body('mixed', 'autoscaler', { ...total(200), ...additional('200') })],
    ['both at once in an additional one', body('mixed', 'disk_storage', { ...total(200), ...additional('200') })],
    ['a total below 50', body('mixed', 'autoscaler', total(49))],
    ['a total in text', body('mixed', 'autoscaler', { autoscaling: [{ type: 'autoscale_disk', cap_gb: '200' }] })],
  ])('refuse %s', async (_what, given) => {
    const { send } = await served();
    expect((await send('POST', collection, given)).status).toBe(400);
    expect((await send('GET', collection)).body.service_integration_endpoints).toEqual([]);
  });

  it('refuse to change what they count', async () => {
    const { send } = await served();
    const totals = await create(send, body('totals', 'autoscaler', total(200)));
    const additions = await create(send, endpointBody('additions', '120'));
    expect((await send('PUT', `${collection}/${totals}`, { user_config: additional('1') })).status).toBe(400);
    expect((await send('PUT', `${collection}/${additions}`, { user_config: total(200) })).status).toBe(400);
  });

  it('limit each its own: a total the whole disk, the other one what goes beyond the plan', async () => {
    const services = ['counted-whole', 'counted-beyond', 'below-plan'].map((name) =>
      pg(name, { usedGb: 99, growthGbPerDay: 10 }),
    );
    const { send, platform } = await served({ scenario: smallScenario(services) });
    expect((await attach(send, 'counted-whole', await create(send, body('w', 'autoscaler', total(150))))).status).toBe(
      200,
    );
    expect((await attach(send, 'counted-beyond', await create(send, endpointBody('b', '150')))).status).toBe(200);
    expect((await attach(send, 'below-plan', await create(send, body('p', 'autoscaler', total(60))))).status).toBe(200);
    await platform.advance(60 * 24 * 60 * 60);
    const disks = platform.state().projects[0]?.services.map(({ name, diskMb }) => [name, diskMb / 1024]);
    // Plans of 100 GB. A total below the plan's own disk lets nothing grow, and nothing ever shrinks (§1.2).
    expect(disks).toEqual([
      ['counted-whole', 150],
      ['counted-beyond', 250],
      ['below-plan', 100],
    ]);
  });

  it('count as the one autoscaler that a service may have', async () => {
    const { send } = await served();
    await attach(send, 'orders', await create(send, body('totals', 'autoscaler', total(200))));
    const second = await attach(send, 'orders', await create(send, endpointBody('additions', '120')));
    expect([second.status, second.body.message]).toEqual([
      409,
      'Only 1 integration(s) of this type allowed per service',
    ]);
  });

  it('come from a scenario too', async () => {
    const base = smallScenario();
    const [shop] = base.projects;
    const endpoints = [
      { name: 'totals', type: 'autoscaler', maxTotalGb: 200 },
      { name: 'additions', maxAdditionalGb: 120 },
    ];
    const scenario = { ...base, projects: [{ ...shop, name: 'shop', endpoints }, ...base.projects.slice(1)] };
    const { send } = await served({ scenario });
    const { body: answer } = await send('GET', collection);
    expect(answer.service_integration_endpoints.map((each: { user_config: unknown }) => each.user_config)).toEqual([
      total(200),
      additional('120'),
    ]);
  });
});
