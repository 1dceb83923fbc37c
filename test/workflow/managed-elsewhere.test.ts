import { expect, it } from 'vitest';
import { keys } from '../../lib/run/store/keys.ts';
import { disableAll, enableAll, organizationOf, pg } from './scenarios.ts';
import { startWorld } from './local-headroom.ts';

const project = 'shop';
const tags = { 'disk-autoscaler-managed-by': 'terraform' };
const organization = (more: object) => organizationOf([{ name: project, services: [pg('orders', more)] }]);

it('a service whose configuration is kept elsewhere is enabled and raised, and never lowered or disabled', async () => {
  const world = await startWorld(organization({ tags }), enableAll(100));
  const enabled = await world.reconcile();
  expect([enabled.outcome, enabled.plan?.findings.map(({ code }) => code)]).toEqual(['applied', ['managed-elsewhere']]);

  await world.store.put(keys.policy, enableAll(200));
  const raised = await world.reconcile();
  expect([raised.outcome, raised.plan?.findings]).toEqual(['applied', []]);

  for (const policy of [enableAll(90), disableAll]) {
    await world.store.put(keys.policy, policy);
    const { result, writes } = await world.counted(() => world.reconcile());
    expect(result.plan?.findings.map(({ code }) => code)).toEqual(['managed-elsewhere']);
    expect(writes).toBe(0);
  }
});

it('who follows the steps, or takes the tag away, has it done', async () => {
  const world = await startWorld(organization({ tags }), enableAll(100));
  await world.reconcile();
  await world.store.put(keys.policy, disableAll);
  const { details } = (await world.reconcile()).plan?.findings[0] ?? {};
  await world.ports.platform.deleteIntegration(project, String(details?.integration));
  await world.ports.platform.deleteEndpoint(project, String(details?.endpoint));
  const { result, writes } = await world.counted(() => world.reconcile());
  expect([result.outcome, result.plan?.findings, writes]).toEqual(['nothing', [], 0]);
});

it('the policy marks many at once, and a service may say that it is not among them', async () => {
  const policy = (text: string) => `${text}\nmanagedElsewhere:\n  - { by: terraform, match: { project: shop } }\n`;
  const free = { tags: { 'disk-autoscaler-managed-by': 'headroom' } };
  const world = await startWorld(
    organizationOf([{ name: project, services: [pg('orders'), pg('billing', free)] }]),
    policy(enableAll(100)),
  );
  await world.reconcile();
  await world.store.put(keys.policy, policy(disableAll));
  const { plan, results } = await world.reconcile();
  expect(plan?.findings.map(({ code, service }) => [code, service])).toEqual([['managed-elsewhere', 'orders']]);
  expect([...new Set(results.map(({ service }) => service))]).toEqual(['billing']);
});
