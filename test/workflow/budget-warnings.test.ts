import { describe, expect, it } from 'vitest';
import { PlatformUnavailable } from '../../lib/contract/errors.ts';
import type { Platform } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { organizationOf, pg } from './scenarios.ts';
import { startWorld, type World } from './local-headroom.ts';

const hour = 60 * 60 * 1000;
/** One service has 40 GB of additional storage, at 0.365 a month each. */
const sample = organizationOf([{ name: 'shop', services: [pg('grown', { diskGb: 120 }), pg('small')] }]);

const policy = (monthly: string) => `
version: 1
mode: enforce
rules:
  - { name: all, match: { project: '*' }, effect: enable, maxAdditionalGb: 60 }
budgets:
  - { name: shop storage, match: { project: shop }, monthly: "${monthly}", deadBandGb: 0 }
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 100000, needApproval: [], firstRun: apply }
`;

const budgetChanged = [{ 'detail-type': 'BudgetChanged', detail: {} }];

/** Warnings of budgets since the last look. */
const news = ({ events }: World) =>
  events.splice(0).flatMap((event) => {
    if (event.type === 'Recovered' && event.detail.budget)
      return [`${event.type} ${event.detail.from} ${event.detail.budget}`];
    if (event.type === 'BudgetExceeded')
      return [`${event.type} ${event.detail.floorMonthly} of ${event.detail.monthly}`];
    if (event.type === 'BudgetNearlyUsed')
      return [`${event.type} ${event.detail.allocatedMonthly} of ${event.detail.monthly}`];
    return [];
  });

const changeTo = async (world: World, monthly: string) => {
  await world.store.put(keys.policy, policy(monthly));
  return world.reconcile({ input: budgetChanged });
};

describe('warnings of a budget', () => {
  it('come once when it is exceeded or nearly used, whatever the number of runs, and once when that is over', async () => {
    const world = await startWorld(sample, policy('30.00'));
    await world.reconcile();
    expect(news(world)).toEqual([]);
    await changeTo(world, '10.00');
    expect(news(world)).toEqual(['BudgetExceeded 14.60 of 10.00']);
    await world.reconcile();
    expect(news(world)).toEqual([]);
    await changeTo(world, '16.00');
    expect(news(world)).toEqual(['BudgetNearlyUsed 15.70 of 16.00', 'Recovered BudgetExceeded shop storage']);
    await changeTo(world, '30.00');
    expect(news(world)).toEqual(['Recovered BudgetNearlyUsed shop storage']);
  });

  it('are not over because a price could not be asked, and the budget grants nothing meanwhile', async () => {
    const world = await startWorld(sample, policy('30.00'));
    await world.reconcile();
    await changeTo(world, '10.00');
    news(world);
    await world.store.put(keys.policy, policy('100.00'));
    world.pass(25 * hour);
    for (const key of await world.store.list(keys.prices)) await world.store.delete(key);
    const additionalGbPrice: Platform['additionalGbPrice'] = async () => {
      throw new PlatformUnavailable('no answer', { method: 'GET', path: '/pricing' });
    };
    const report = await world.reconcile({ ports: { platform: { ...world.ports.platform, additionalGbPrice } } });
    expect(report.plan?.findings.map(({ code }) => code)).toContain('budget-incomplete');
    expect({ outcome: report.outcome, news: news(world) }).toEqual({ outcome: 'nothing', news: [] });
    expect((await world.reconcile()).outcome).toBe('applied');
    expect(news(world)).toEqual(['Recovered BudgetExceeded shop storage']);
  });
});
