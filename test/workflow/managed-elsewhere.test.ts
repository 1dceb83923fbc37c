import { expect, it } from 'vitest';
import { keys } from '../../lib/run/store/keys.ts';
import { startHeadroom } from './local-headroom.ts';
import { disableAll, enableAll, organizationOf, pg } from './scenarios.ts';

const project = 'shop';
const tags = { 'disk-autoscaler-managed-by': 'terraform' };
const organization = (more: object) => organizationOf([{ name: project, services: [pg('orders', more)] }]);

it('a service whose configuration is kept elsewhere is enabled and raised, and never lowered or disabled', async () => {
  const headroom = await startHeadroom(organization({ tags }), enableAll(100));
  const enabled = await headroom.reconcile();
  expect([enabled.outcome, enabled.plan?.findings.map(({ code }) => code)]).toEqual(['applied', ['managed-elsewhere']]);

  await headroom.store.put(keys.policy, enableAll(200));
  const raised = await headroom.reconcile();
  expect([raised.outcome, raised.plan?.findings]).toEqual(['applied', []]);

  for (const policy of [enableAll(90), disableAll]) {
    await headroom.store.put(keys.policy, policy);
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result.plan?.findings.map(({ code }) => code)).toEqual(['managed-elsewhere']);
    expect(writes).toBe(0);
  }
});

it('who follows the steps, or takes the tag away, has it done', async () => {
  const headroom = await startHeadroom(organization({ tags }), enableAll(100));
  await headroom.reconcile();
  await headroom.store.put(keys.policy, disableAll);
  const { details } = (await headroom.reconcile()).plan?.findings[0] ?? {};
  await headroom.ports.platform.deleteIntegration(project, String(details?.integration));
  await headroom.ports.platform.deleteEndpoint(project, String(details?.endpoint));
  const { result, writes } = await headroom.counted(() => headroom.reconcile());
  expect([result.outcome, result.plan?.findings, writes]).toEqual(['nothing', [], 0]);
});

it('the policy marks many at once, and a service may say that it is not among them', async () => {
  const policy = (text: string) => `${text}\nmanagedElsewhere:\n  - { by: terraform, match: { project: shop } }\n`;
  const free = { tags: { 'disk-autoscaler-managed-by': 'headroom' } };
  const headroom = await startHeadroom(
    organizationOf([{ name: project, services: [pg('orders'), pg('billing', free)] }]),
    policy(enableAll(100)),
  );
  await headroom.reconcile();
  await headroom.store.put(keys.policy, policy(disableAll));
  const { plan, results } = await headroom.reconcile();
  expect(plan?.findings.map(({ code, service }) => [code, service])).toEqual([['managed-elsewhere', 'orders']]);
  expect([...new Set(results.map(({ service }) => service))]).toEqual(['billing']);
});
