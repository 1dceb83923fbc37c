import type { Scenario } from '../../lib/platform/index.ts';
import type { LifeOptions } from '../../lib/simulate/live.ts';
import { enableAll, organizationOf, pg } from '../workflow/scenarios.ts';

const hourMs = 3_600_000;

/** Two services: one fills its disk of 80 GB within days, one does not grow. */
export const smallOrganization: Scenario = organizationOf([
  {
    name: 'shop-prod',
    tags: { team: 'shop' },
    services: [pg('orders', { usedGb: 60, growthGbPerDay: 10, jitter: 0.2 }), pg('carts', { usedGb: 10 })],
  },
]);

/** A budget that the growth of a service soon uses up. */
export const budgetOf = (monthly: string) => `
budgets: [{ name: storage, match: { project: '*' }, monthly: "${monthly}" }]`;

export const policyOf = (text: string): LifeOptions['policy'] => ({ text, calendars: {} });

/** Ten days of the small organization with a pass every six hours. */
export const lifeOptions = (more: Partial<LifeOptions> = {}): LifeOptions => ({
  scenario: smallOrganization,
  atStart: undefined,
  seed: 1,
  days: 10,
  everyMs: 6 * hourMs,
  policy: policyOf(enableAll(100)),
  approveAfterMs: 24 * hourMs,
  ...more,
});
