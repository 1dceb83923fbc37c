import { describe, expect, it } from 'vitest';
import { PlatformUnavailable } from '../../lib/contract/errors.ts';
import { startHeadroom } from './local-headroom.ts';
import { organizationOf, pg } from './scenarios.ts';

/** An endpoint of ours that nothing uses holds more than the service is to have. */
const sample = organizationOf([
  { name: 'shop', services: [pg('orders')], endpoints: [{ name: 'headroom-orders', maxAdditionalGb: 300 }] },
]);

const policy = (budgets: string) => `
version: 1
mode: enforce
rules:
  - { name: all, match: { project: '*' }, effect: enable, maxAdditionalGb: 60 }
${budgets}
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 100000, needApproval: [], firstRun: apply }
`;

describe('an unused endpoint with a larger maximum', () => {
  it.each([
    ['without a budget', ''],
    ['with a budget', 'budgets: [{ name: shop, match: { project: shop }, monthly: "500.00", rest: share }]'],
  ])('is lowered before the service is attached to it, and not attached if that failed, %s', async (_, budgets) => {
    const headroom = await startHeadroom(sample, policy(budgets));
    const { platform } = headroom.ports;
    const updateEndpoint = async () => {
      throw new PlatformUnavailable('no answer', { method: 'PUT', path: '/integration_endpoint' });
    };
    const report = await headroom.reconcile({ ports: { platform: { ...platform, updateEndpoint } } });
    expect(report.results.map(({ kind, status }) => [kind, status])).toEqual([
      ['update-endpoint', 'failed'],
      ['create-integration', 'skipped'],
    ]);
    expect(headroom.platform.state().projects[0]?.integrations).toEqual([]);
    const next = await headroom.reconcile();
    expect(next.results.map(({ kind, status }) => [kind, status])).toEqual([
      ['update-endpoint', 'confirmed'],
      ['create-integration', 'confirmed'],
    ]);
    expect((await headroom.counted(() => headroom.reconcile())).writes).toBe(0);
  });
});
