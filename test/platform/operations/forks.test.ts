import { describe, expect, it, test } from 'vitest';
import { pg, served, smallScenario } from '../small-organization.ts';

const collection = '/v1/project/shop/service';

describe('services that are forked', () => {
  const fork = async (user_config: Record<string, unknown>, more: object = {}) => {
    const logs = { name: 'logs', type: 'engine', plan: 'startup-4', cloud: 'cloud-a' };
    const { send } = await served({ scenario: smallScenario([pg('orders'), logs]) });
    const given = { service_name: 'fork', service_type: 'pg', plan: 'startup-4', user_config, ...more };
    const { status, body } = await send('POST', collection, given);
    const { status: made } = await send('GET', `${collection}/fork`);
    return [status, body.message, made];
  };

  test.each([
    ['of a service that is there', { service_to_fork_from: 'orders' }, 200, 'created', 200],
    [
      'of one in a project that is named',
      { service_to_fork_from: 'orders', project_to_fork_from: 'shop' },
      200,
      'created',
      200,
    ],
    ['of nothing', { service_to_fork_from: null, project_to_fork_from: '' }, 200, 'created', 200],
    ['of a service that is not there', { service_to_fork_from: 'none' }, 404, "Service 'none' does not exist", 404],
    [
      'of one that is elsewhere',
      { service_to_fork_from: 'orders', project_to_fork_from: 'other' },
      404,
      "Service 'orders' does not exist",
      404,
    ],
    [
      'of one in a project that is not there',
      { service_to_fork_from: 'orders', project_to_fork_from: 'none' },
      403,
      'Not a project member',
      404,
    ],
    ['of a project alone that is not there', { project_to_fork_from: 'none' }, 403, 'Not a project member', 404],
    [
      'of another type',
      { service_to_fork_from: 'logs' },
      400,
      "Invalid 'user_config.service_to_fork_from': Invalid input: 'logs' is of type engine, but a fork has the type of its source",
      404,
    ],
  ])('are made of a source that is there: %s (A-30)', async (_what, config, ...answer) => {
    expect(await fork(config)).toEqual(answer);
  });

  it('have a source among search services too', async () => {
    const search = { service_type: 'engine' };
    expect(await fork({ service_to_fork_from: 'logs' }, search)).toEqual([200, 'created', 200]);
    expect((await fork({ service_to_fork_from: 'none' }, search))[0]).toBe(404);
    expect((await fork({ service_to_fork_from: 7 }, search))[0]).toBe(400);
  });
});

it('take the tags of the service that they fork, unless they have their own (pf 2.4)', async () => {
  const { send } = await served({ scenario: smallScenario([pg('orders', { tags: { team: 'a', env: 'prod' } })]) });
  const fork = (more: object, headers = {}) =>
    send(
      'POST',
      collection,
      { service_name: 'fork', service_type: 'pg', plan: 'startup-4', tags: { env: 'dev' }, ...more },
      headers,
    );
  const copied = await fork({ copy_tags: true, user_config: { service_to_fork_from: 'orders' } });
  expect(copied.body.service.tags).toEqual({ team: 'a', env: 'dev' });
  await send('DELETE', `${collection}/fork`);
  expect((await fork({ user_config: { service_to_fork_from: 'orders' } })).body.service.tags).toEqual({ env: 'dev' });
  await send('DELETE', `${collection}/fork`);
  expect((await fork({ copy_tags: true, user_config: { service_to_fork_from: 'none' } })).status).toBe(404);
  const foreign = { service_to_fork_from: 'orders', project_to_fork_from: 'none' };
  expect((await fork({ copy_tags: true, user_config: foreign })).status).toBe(403);
});
