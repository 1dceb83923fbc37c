import { expect, it } from 'vitest';
import { keys } from '../../lib/run/store/keys.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

const dayMs = 24 * 60 * 60 * 1000;
const project = 'shop';

/** A service that a run has enabled, and whose integration a person deletes a minute later. */
const afterLoss = async (more = '') => {
  const scenario = organizationOf([
    { name: project, services: [pg('orders', { tags: { owner: 'team-shop' } }), pg('billing')] },
  ]);
  const headroom = await startHeadroom(scenario, enableAll(100, more));
  expect((await headroom.reconcile()).outcome).toBe('applied');
  await headroom.control('advance', { seconds: 60 });
  headroom.pass(60_000);
  const services = await headroom.ports.platform.listServices(project);
  const integrations = services.find(({ name }) => name === 'orders')?.integrations ?? [];
  for (const { id } of integrations) await headroom.ports.platform.deleteIntegration(project, id);
  headroom.events.length = 0;
  return { headroom, endpoint: integrations[0]?.endpointId ?? expect.unreachable() };
};

/** What a run says of the loss, and the notices of a day later. */
const news = async (headroom: LocalHeadroom) => {
  await headroom.reconcile();
  const said = headroom.events.flatMap(({ type, detail }) => {
    if (type === 'AutoscalerLost') return [`${type} ${detail.project}/${detail.service} (${detail.drift})`];
    if (type === 'Recovered') return [`${type} ${detail.from}`];
    return type === 'Notice' ? [detail.text] : [];
  });
  headroom.events.length = 0;
  return said;
};
const lost = 'AutoscalerLost shop/orders (integration-removed)';
const over = 'Recovered AutoscalerLost';

it('a run that restores an autoscaler publishes once that it was lost, and by whom, and the next one that it is back', async () => {
  const { headroom } = await afterLoss();
  await headroom.reconcile();
  const event = headroom.events.find(({ type }) => type === 'AutoscalerLost');
  expect(event?.detail).toEqual({
    project,
    service: 'orders',
    runId: expect.any(String),
    drift: 'integration-removed',
    text: expect.stringMatching(
      /^The integration with endpoint headroom-orders was deleted by .+ at .+ The plan restores the autoscaler\.$/,
    ),
  });
  headroom.events.length = 0;
  expect(await news(headroom)).toEqual([over]);
  expect(await news(headroom)).toEqual([]);
});

it.each([
  ['a run may not write', 'mode: observe'],
  ['the policy only reports manual changes', 'drift: report'],
])('while %s, many runs publish it once, and one digest has it', async (_, member) => {
  const { headroom } = await afterLoss(member.startsWith('drift') ? member : '');
  if (member.startsWith('mode')) await headroom.store.put(keys.policy, enableAll(100).replace('mode: enforce', member));
  expect(await news(headroom)).toEqual([lost]);
  expect(await news(headroom)).toEqual([]);
  headroom.pass(dayMs);
  expect(await news(headroom)).toEqual([
    expect.stringMatching(/\n1\. shop\/orders: (?:drift|autoscaler lost) \(team-shop\)\nThe integration with endpoint/),
  ]);
  expect(await news(headroom)).toEqual([]);
});

it('a loss that the policy first only reports and then repairs begins once and ends once', async () => {
  const { headroom } = await afterLoss('drift: report');
  expect(await news(headroom)).toEqual([lost]);
  await headroom.store.put(keys.policy, enableAll(100));
  expect(await news(headroom)).toEqual([]);
  expect(await news(headroom)).toEqual([over]);
});

it('an autoscaler that is restored by hand ends it', async () => {
  const { headroom, endpoint } = await afterLoss('drift: report');
  expect(await news(headroom)).toEqual([lost]);
  await headroom.ports.platform.createIntegration(project, 'orders', endpoint);
  expect(await news(headroom)).toEqual([over]);
});

it('a maximum that was changed by hand is no loss', async () => {
  const { headroom, endpoint } = await afterLoss('drift: report');
  await headroom.ports.platform.createIntegration(project, 'orders', endpoint);
  await headroom.ports.platform.updateEndpoint(project, endpoint, { kind: 'additional', gb: 240 });
  expect(await news(headroom)).toEqual([]);
});
