import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../lib/core/plan/decided.ts';
import { beginPlan, makePlan } from '../../../lib/core/plan/plan.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { storageBudget } from '../a-budget.ts';
import { snapshotWith } from '../one-service.ts';
import { aPolicy, enableAll, planDiskMb, planInput, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const budget = storageBudget('100.00');
const prices = platformPrices([['pg/startup-4/aws-eu-west-1', '0.001']]);
const withBudgets = (budgets: PlanInput['policy']['budgets']) =>
  aPolicy({ rules: [enableAll(70)], budgets, prices: pricedAt('0.10') });
const given = (budgets: PlanInput['policy']['budgets'], answers: Partial<PlanInput>): PlanInput =>
  planInput([snapshotWith([], [])], { policy: withBudgets(budgets), ...answers });

const plan = { project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' };
const sizes = [plan];
const priceKeys = [{ ...plan, cloud: 'aws-eu-west-1' }];

describe('the answers of the platform that a plan rests on', () => {
  it.each([
    ['unknown', { planDiskMb: new Map(), prices: new Map() }, { needs: sizes, priceNeeds: priceKeys }],
    ['known', { planDiskMb, prices }, { needs: [], priceNeeds: [] }],
  ])('are named while they are %s, and asked for only while they are missing', (_, answers, open) => {
    const begun = beginPlan(given([budget], answers));
    expect(begun.restsOn).toEqual({ needs: sizes, priceNeeds: priceKeys });
    expect(begun).toMatchObject(open);
  });

  it('include no price without a budget, and the plan does not depend on one that the store has', () => {
    const [without, beside] = [new Map(), prices].map((some) => given([], { planDiskMb, prices: some }));
    if (without === undefined || beside === undefined) throw new Error('two inputs');
    expect(beginPlan(beside).restsOn).toEqual({ needs: sizes, priceNeeds: [] });
    expect(makePlan(beside).plan).toEqual(makePlan(without).plan);
    expect(makePlan(beside).plan.summary.addedMonthly).toBe('7.00');
  });

  it('add their findings to the plan', () => {
    const finding = { code: 'answers-old' as const, project: '', service: '', message: 'old' };
    expect(atOnce(beginPlan(given([], { planDiskMb })).finish([finding])).plan.findings).toContainEqual(finding);
  });
});
