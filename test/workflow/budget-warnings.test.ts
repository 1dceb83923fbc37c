import { describe, expect, it } from 'vitest';
import { PlatformUnavailable } from '../../lib/contract/errors.ts';
import type { Platform } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { organizationOf, pg } from './scenarios.ts';

const hour = 60 * 60 * 1000;
/** One service has 40 GB of additional storage, at 0.365 a month each. */
const sample = organizationOf([{ name: 'shop', services: [pg('grown', { diskGb: 120 }), pg('small')] }]);

const policy = (monthly: string) => `
version: 1
mode: enforce
rules:
  - { name: all, match: { project: '*' }, effect: enable, maxAdditionalGb: 60 }
budgets:
  - { name: shop storage, match: { project: shop }, monthly: "${monthly}", rest: share, deadBandGb: 0 }
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 100000, needApproval: [], firstRun: apply }
`;

const budgetChanged = [{ 'detail-type': 'BudgetChanged', detail: {} }];

/** Warnings of budgets since the last look. */
const news = ({ events }: LocalHeadroom) =>
  events.splice(0).flatMap((event) => {
    if (event.type === 'Recovered' && event.detail.budget)
      return [`${event.type} ${event.detail.from} ${event.detail.budget}`];
    if (event.type === 'BudgetExceeded')
      return [`${event.type} ${event.detail.floorMonthly} of ${event.detail.monthly}`];
    if (event.type === 'BudgetNearlyUsed')
      return [`${event.type} ${event.detail.allocatedMonthly} of ${event.detail.monthly}`];
    return [];
  });

const changeTo = async (headroom: LocalHeadroom, monthly: string) => {
  await headroom.store.put(keys.policy, policy(monthly));
  return headroom.reconcile({ input: budgetChanged });
};

describe('warnings of a budget', () => {
  it('come once when it is exceeded or nearly used, whatever the number of runs, and once when that is over', async () => {
    const headroom = await startHeadroom(sample, policy('30.00'));
    await headroom.reconcile();
    expect(news(headroom)).toEqual([]);
    await changeTo(headroom, '10.00');
    expect(news(headroom)).toEqual(['BudgetExceeded 14.60 of 10.00']);
    await headroom.reconcile();
    expect(news(headroom)).toEqual([]);
    await changeTo(headroom, '16.00');
    expect(news(headroom)).toEqual(['BudgetNearlyUsed 15.70 of 16.00', 'Recovered BudgetExceeded shop storage']);
    await changeTo(headroom, '30.00');
    expect(news(headroom)).toEqual(['Recovered BudgetNearlyUsed shop storage']);
  });

  it('are not over because a price could not be asked, and the budget grants nothing meanwhile', async () => {
    const headroom = await startHeadroom(sample, policy('30.00'));
    await headroom.reconcile();
    await changeTo(headroom, '10.00');
    news(headroom);
    await headroom.store.put(keys.policy, policy('100.00'));
    headroom.pass(25 * hour);
    for (const key of await headroom.store.list(keys.prices)) await headroom.store.delete(key);
    const additionalGbPrice: Platform['additionalGbPrice'] = async () => {
      throw new PlatformUnavailable('no answer', { method: 'GET', path: '/pricing' });
    };
    const report = await headroom.reconcile({ ports: { platform: { ...headroom.ports.platform, additionalGbPrice } } });
    expect(report.plan?.findings.map(({ code }) => code)).toContain('budget-incomplete');
    expect({ outcome: report.outcome, news: news(headroom) }).toEqual({ outcome: 'nothing', news: [] });
    expect((await headroom.reconcile()).outcome).toBe('applied');
    expect(news(headroom)).toEqual(['Recovered BudgetExceeded shop storage']);
  });
});
