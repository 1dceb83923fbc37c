import { describe, expect, it } from 'vitest';
import { budgets } from '../../../lib/dashboard/pages/budgets.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { pagesOf, seen } from './pages-of.ts';

/** The platform's price is 0.365 a GB and month. */
const priced = `
budgets: [{ name: all storage, match: { project: '*' }, monthly: "200.00", rest: share }]
`;

/** The page of budgets after runs by these policies. */
const pageAfter = async (...policies: readonly string[]) => {
  const [first = '', ...others] = policies;
  const headroom = await startHeadroom(even(1, 2), first);
  await headroom.reconcile();
  for (const policy of others) {
    await headroom.store.put('policy.yaml', policy);
    await headroom.reconcile();
  }
  return seen(await pagesOf(headroom.store, { clock: headroom.ports.clock }).page('/budgets'));
};

const observed = (policy: string): string => policy.replace('mode: enforce', 'mode: observe');

describe('a budget on its page', () => {
  it('has what is in force beside what is planned: nothing before the first write', async () => {
    const text = await pageAfter(observed(enableAll(40, priced)));
    expect(text).toContain('in force 0.00 budget a month');
    expect(text).toContain('worst case planned 29.20 2 services');
  });

  it('has the maximums that a run has written, also where the next plan would change them', async () => {
    const text = await pageAfter(enableAll(40, priced), observed(enableAll(60, priced)));
    expect(text).toContain('in force 29.20 budget a month');
    expect(text).toContain('worst case planned 43.80');
    expect(text).toMatch(/in force GB planned GB .*service-0 project-0 0 60 40 60 /);
  });

  it('names the services whose maximum in force has no price, instead of counting them as free', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(40, priced));
    const report = await headroom.reconcile();
    const { plan } = report;
    if (plan === null) throw new Error('no plan');
    const unpriced = plan.budgets.map((budget) => ({
      ...budget,
      shares: budget.shares.map((share, at) => (at === 0 ? { ...share, perGbMonth: null, monthly: null } : share)),
    }));
    const page = String(budgets({ ...report, plan: { ...plan, budgets: unpriced } }, []));
    expect(seen(page)).toContain('in force 14.60 without 1 service of unknown price');
  });
});
