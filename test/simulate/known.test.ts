import { describe, expect, it } from 'vitest';
import { dayOf, type ProjectHistory } from '../../lib/core/forecast/project-history.ts';
import type { Scenario } from '../../lib/platform/index.ts';
import type { StartState } from '../../lib/simulate/from-store/facts.ts';
import { live } from '../../lib/simulate/live.ts';
import { enableAll, pg } from '../workflow/scenarios.ts';
import { lifeOptions, policyOf, smallOrganization } from './organization.ts';

const startTime = '2026-03-02T00:00:00Z';
const today = dayOf(Date.parse(startTime));
const gb = 1024;

/** A history of 30 days of a disk of 80 GB, without any measurement of its use. */
const history: ProjectHistory = {
  days: Array.from({ length: 31 }, (_, ago) => today - 30 + ago),
  services: ['orders', 'carts'].map((name) => ({
    name,
    lastDay: today,
    provisioned: [[today - 30, 80 * gb]],
    used: [],
    measuredDay: today,
  })),
};

const scenario: Scenario = {
  ...smallOrganization,
  startTime,
  projects: [{ name: 'shop-prod', services: [pg('orders', { usedGb: 20 }), pg('carts', { usedGb: 10 })] }],
};

const forecasting = policyOf(`
version: 1
mode: enforce
rules:
  - name: everything
    match: { project: '*' }
    effect: enable
    maxAdditionalGb: forecast
    forecast: { ceilingGb: 400, horizonDays: 30, atLeastGb: 20 }
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 100000, needApproval: [] }
`);

const knows = (more: Partial<StartState> = {}): StartState => ({
  enforced: true,
  grants: [],
  projects: { 'shop-prod': { history, adopted: [] } },
  ...more,
});

const lifeOf = (known?: StartState) =>
  live(lifeOptions({ scenario, atStart: known, days: 2, policy: forecasting, approveAfterMs: null }));

describe('a simulation of the organization of a store', () => {
  it('goes by the histories of the store from the first day on, not by ceilings as without them', async () => {
    expect((await lifeOf(knows())).maximumGb).toBe(40);
    const anew = await lifeOf(knows({ projects: {} }));
    // The largest disks of their plans.
    expect(anew.maximumGb).toBe(2 * 320);
  });

  it('needs the first approval only where no plan was applied before', async () => {
    expect((await lifeOf(knows())).waiting).toBeNull();
    expect((await lifeOf(knows({ enforced: false }))).waiting?.reasons.join()).toContain('First plan');
    expect((await lifeOf()).waiting).not.toBeNull();
  });

  it('has the grants that are in force', async () => {
    const grant = { project: 'shop-prod', service: 'orders', maxGb: 90, by: 'anna', at: startTime };
    expect((await lifeOf(knows({ grants: [{ ...grant, through: '2026-03-09' }] }))).maximumGb).toBe(110);
  });

  it('manages an autoscaler that it has taken over from the next pass on, by the policy', async () => {
    const byHand: Scenario = {
      ...scenario,
      projects: [
        {
          name: 'shop-prod',
          services: [pg('orders', { usedGb: 20 })],
          endpoints: [{ name: 'by-hand', maxAdditionalGb: 40 }],
          integrations: [{ service: 'orders', endpoint: 'by-hand' }],
        },
      ],
    };
    const policy = policyOf(`foreign: adopt\n${enableAll(100).trimStart()}`);
    const life = await live(lifeOptions({ scenario: byHand, atStart: knows(), days: 2, policy, approveAfterMs: null }));
    expect(life.maximumGb).toBe(100);
  });
});
