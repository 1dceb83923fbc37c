import { describe, expect, it } from 'vitest';
import type { RememberedProject } from '../../../lib/core/model/model.ts';
import type { Budget } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { aPolicy, enableAll, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';
import {
  alertFor,
  codes,
  enforced,
  found,
  measured,
  planCapMb,
  planned,
  read,
  withAutoscaler,
  withoutAutoscaler,
} from './planned-disks.ts';

describe('a full disk whose budget gives it no room', () => {
  const budgets: readonly Budget[] = [
    {
      name: 'storage',
      monthly: '0.10',
      basis: 'run-rate',
      rest: 'share',
      match: { project: ['*'] },
      deadBandGb: 0,
      warnPercent: 90,
    },
  ];
  const full = withAutoscaler(100, 20);
  const policy = { rules: [enableAll(100)], budgets, prices: pricedAt('0.15') };
  const prices = platformPrices([['pg/startup-4/aws-eu-west-1', null]]);

  it('is one finding, a full disk, with the remedy of the budget, and not urgent while it does not grow', () => {
    const [finding, ...others] = found(full, { history: measured(94), policy, prices });
    expect(finding).toMatchObject({ code: 'disk-full', subject: 'soon', details: { budget: 'storage', percent: 94 } });
    expect(finding?.message).toContain('budget "storage" pays less than the disks already provisioned cost');
    expect(others.map(({ code }) => code)).not.toContain('disk-fills-up');
  });

  it('is at least as full as the platform says, whatever was measured before', () => {
    const [finding] = found(full, { history: measured(85), policy, prices, alerts: alertFor(5) });
    expect(finding).toMatchObject({ code: 'disk-full', details: { percent: 90 } });
    expect(finding?.message).toContain('The disk is at least 90 % full');
  });
});

describe('a change that gives a full disk no room', () => {
  it('leaves its finding open: at the limit of the plan', () => {
    const full = withoutAutoscaler(400);
    expect(planned(full, { history: measured(398), policy: enforced }).changes).not.toEqual([]);
    expect(codes(full, { history: measured(398), policy: enforced })).toContain('disk-full');
  });

  it('leaves its finding open: with a maximum at the provisioned size', () => {
    const full = withoutAutoscaler(300);
    const policy = { ...enforced, rules: [enableAll(100)] };
    expect(codes(full, { history: measured(298), policy })).toContain('disk-full');
    expect(codes(full, { history: measured(298), policy: { ...enforced, rules: [enableAll(300)] } })).toEqual([]);
  });
});

describe('a project that this run could not read', () => {
  const last = { ...withAutoscaler(160, 320), alerts: alertFor(30), readAt: read };
  const rememberedPlan = (more: Partial<RememberedProject>, given: Partial<PlanInput> = {}) =>
    planOf([], { planCapMb, remembered: [{ ...last, ...more }], ...given }).plan.findings;

  it('is judged with what Headroom changed last', () => {
    expect(rememberedPlan({})).toContainEqual(expect.objectContaining({ code: 'autoscaler-stuck' }));
    const confirmedAt = new Date(Date.parse(read) - 120_000).toISOString();
    const lastApplied = new Map([['shop-prod', [{ service: 'orders', maxAdditionalGb: 320, confirmedAt }]]]);
    expect(rememberedPlan({}, { lastApplied: lastApplied as unknown as PlanInput['lastApplied'] })).not.toContainEqual(
      expect.objectContaining({ code: 'autoscaler-stuck' }),
    );
  });

  it('has its accepted findings accepted', () => {
    const accept = [
      { code: 'autoscaler-stuck', match: { service: ['orders'] }, until: '2099-01-01', reason: 'known' },
    ] as const;
    expect(rememberedPlan({}, { policy: aPolicy({ accept }) })).not.toContainEqual(
      expect.objectContaining({ code: 'autoscaler-stuck' }),
    );
  });

  it('that only shares a budget with the run has no finding here: the next pass that is for it has it', () => {
    expect(rememberedPlan({ standing: 'sharing' })).toEqual([]);
  });

  it('that the platform no longer lists keeps its findings, and its disks count no more', () => {
    const { findings, disks } = planOf([], { planCapMb, remembered: [{ ...last, standing: 'unlisted' }] }).plan;
    expect(findings).toContainEqual(expect.objectContaining({ code: 'autoscaler-stuck' }));
    expect(disks).toMatchObject({ known: 0, unknown: 0 });
  });
});

describe('the disks of a plan', () => {
  it('are known or unknown, and together they are all that have a disk', () => {
    const fresh = withoutAutoscaler(80);
    expect(planned(fresh).disks).toEqual({ known: 0, unknown: 1, withoutAlert: 0, oldestDays: null, nearlyFull: 0 });
    expect(planned(fresh, { alerts: [] }).disks).toMatchObject({ known: 0, unknown: 1, withoutAlert: 1 });
    expect(planned(fresh, { alerts: alertFor(5) }).disks).toMatchObject({ known: 1, unknown: 0, nearlyFull: 1 });
    expect(planned(fresh, { history: measured(40, 0, 80) }).disks).toMatchObject({
      known: 1,
      unknown: 0,
      oldestDays: 0,
    });
    expect(planned(withoutAutoscaler(0)).disks).toMatchObject({ known: 0, unknown: 0 });
  });

  it('are measured where they are nearly full', () => {
    const alerted = { ...withoutAutoscaler(80), alerts: alertFor(5), readAt: read };
    expect(planOf([alerted]).toMeasure).toEqual([{ project: 'shop-prod', service: 'orders' }]);
    expect(planOf([withoutAutoscaler(80)]).toMeasure).toEqual([]);
  });
});
