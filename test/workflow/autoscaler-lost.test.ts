import { expect, it } from 'vitest';
import { keys } from '../../lib/run/store/keys.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';
import { startWorld, type World } from './local-headroom.ts';

const dayMs = 24 * 60 * 60 * 1000;
const project = 'shop';

/** A service that a run has enabled, and whose integration a person deletes a minute later. */
const lostWorld = async (more = '') => {
  const scenario = organizationOf([
    { name: project, services: [pg('orders', { tags: { owner: 'team-shop' } }), pg('billing')] },
  ]);
  const world = await startWorld(scenario, enableAll(100, more));
  expect((await world.reconcile()).outcome).toBe('applied');
  await world.control('advance', { seconds: 60 });
  world.pass(60_000);
  const services = await world.ports.platform.listServices(project);
  const integrations = services.find(({ name }) => name === 'orders')?.integrations ?? [];
  for (const { id } of integrations) await world.ports.platform.deleteIntegration(project, id);
  world.events.length = 0;
  return { world, endpoint: integrations[0]?.endpointId ?? expect.unreachable() };
};

/** What a run says of the loss, and the notices of a day later. */
const news = async (world: World) => {
  await world.reconcile();
  const said = world.events.flatMap(({ type, detail }) => {
    if (type === 'AutoscalerLost') return [`${type} ${detail.project}/${detail.service} (${detail.drift})`];
    if (type === 'Recovered') return [`${type} ${detail.from}`];
    return type === 'Notice' ? [detail.text] : [];
  });
  world.events.length = 0;
  return said;
};
const lost = 'AutoscalerLost shop/orders (integration-removed)';
const over = 'Recovered AutoscalerLost';

it('a run that restores an autoscaler publishes once that it was lost, and by whom, and the next one that it is back', async () => {
  const { world } = await lostWorld();
  await world.reconcile();
  const event = world.events.find(({ type }) => type === 'AutoscalerLost');
  expect(event?.detail).toEqual({
    project,
    service: 'orders',
    runId: expect.any(String),
    drift: 'integration-removed',
    text: expect.stringMatching(
      /^The integration with endpoint headroom-orders was deleted by .+ at .+ The plan restores the autoscaler\.$/,
    ),
  });
  world.events.length = 0;
  expect(await news(world)).toEqual([over]);
  expect(await news(world)).toEqual([]);
});

it.each([
  ['a run may not write', 'mode: observe'],
  ['the policy only reports manual changes', 'drift: report'],
])('while %s, many runs publish it once, and one digest has it', async (_, member) => {
  const { world } = await lostWorld(member.startsWith('drift') ? member : '');
  if (member.startsWith('mode')) await world.store.put(keys.policy, enableAll(100).replace('mode: enforce', member));
  expect(await news(world)).toEqual([lost]);
  expect(await news(world)).toEqual([]);
  world.pass(dayMs);
  expect(await news(world)).toEqual([
    expect.stringMatching(/^1\. shop\/orders: (?:drift|autoscaler lost), since .+ The integration with endpoint/),
  ]);
  expect(await news(world)).toEqual([]);
});

it('a loss that the policy first only reports and then repairs begins once and ends once', async () => {
  const { world } = await lostWorld('drift: report');
  expect(await news(world)).toEqual([lost]);
  await world.store.put(keys.policy, enableAll(100));
  expect(await news(world)).toEqual([]);
  expect(await news(world)).toEqual([over]);
});

it('an autoscaler that is restored by hand ends it', async () => {
  const { world, endpoint } = await lostWorld('drift: report');
  expect(await news(world)).toEqual([lost]);
  await world.ports.platform.createIntegration(project, 'orders', endpoint);
  expect(await news(world)).toEqual([over]);
});

it('a maximum that was changed by hand is no loss', async () => {
  const { world, endpoint } = await lostWorld('drift: report');
  await world.ports.platform.createIntegration(project, 'orders', endpoint);
  await world.ports.platform.updateEndpoint(project, endpoint, { kind: 'additional', gb: 240 });
  expect(await news(world)).toEqual([]);
});
