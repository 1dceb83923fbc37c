import { describe, expect, it } from 'vitest';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import { dayOf } from '../../../lib/core/forecast/project-history.ts';
import { reasonText } from '../../../lib/core/model/decision.ts';
import type { Rule } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { at, shown, snapshotWith } from '../one-service.ts';
import { aPolicy, enableAll, planDiskMb, planOf, today } from '../organization.ts';

const day = dayOf(Date.parse(today));
const forecast = { horizonDays: 30, confidence: 90, ceilingGb: 900, atLeastGb: 20 } as const;
const ruleThat = (onRunaway: 'raise' | 'hold'): Rule => ({
  ...enableAll(900),
  forecast: { ...forecast, onRunaway },
});

/** Forecasts of a disk of 80 GB since ten days, of which 40 GB have been in use for 90 days, and on the last day so many GB more. */
const grownBy = (moreGb: number, { daysAgo = 0, firstGb = 80 } = {}) => {
  const days = Array.from({ length: 90 }, (_, place) => day - 89 + place);
  const used = days.map((on): [number, number] => [on - daysAgo, 1024 * (on === day ? 40 + moreGb : 40)]);
  const provisioned = [day - 89, day - 10].map((on, place): [number, number] => [
    on,
    1024 * (place === 0 ? firstGb : 80),
  ]);
  const history = { name: 'orders', lastDay: day, provisioned, used, measuredDay: day };
  const histories = new Map([['shop-prod', { days, services: [history] }]]);
  return makeForecasts({ histories, services: [], planDiskMb, today: day });
};

const planned = (onRunaway: 'raise' | 'hold', forecasts: PlanInput['forecasts'], given: Partial<PlanInput> = {}) => {
  const snapshot = snapshotWith([at('e1', 30)], ['e1'], { diskMb: 80 * 1024 });
  const { plan } = planOf([snapshot], { policy: aPolicy({ rules: [ruleThat(onRunaway)] }), forecasts, ...given });
  const finding = plan.findings.find(({ code }) => code === 'growth-runaway');
  return { changes: plan.changes.map(shown), finding, why: reasonText(plan.decisions[0]?.reasons ?? []) };
};

describe('a disk whose growth runs away', () => {
  it('has a finding with what it looks like, and its maximum follows the forecast', () => {
    const { changes, finding } = planned('raise', grownBy(35));
    expect(changes).toHaveLength(1);
    expect(finding?.details).toMatchObject({ looksLike: 'data', gb: 35 });
    expect(finding?.message).toMatch(
      /^The data of the disk grew by 35 GB in a week, where 99 of 100 weeks stay under .* GB\./,
    );
  });

  it('keeps its maximum where the rule holds it, with a finding that says so and what to type', () => {
    const { changes, finding, why } = planned('hold', grownBy(35));
    expect(changes).toEqual([]);
    expect(finding?.message).toMatch(/stays at 30 GB.* 'headroom grant shop-prod\/orders \d+'/);
    expect(finding?.details).toMatchObject({ maxAdditionalGb: 30, looksLike: 'data' });
    expect(why).toContain('The rule holds it at 30 GB until a person raises it, because its growth ran away.');
  });

  it('gets what a person grants, and no more', () => {
    const grant = { project: 'shop-prod', service: 'orders', through: today, by: 'ana', at: `${today}T00:00:00.000Z` };
    const grantedTo = (maxGb: number) => planned('hold', grownBy(35), { grants: [{ ...grant, maxGb }] });
    expect(grantedTo(50).changes).toEqual(['grant update-endpoint e1 30→50']);
    expect(grantedTo(50).finding?.message).toContain('Its maximum stays at 50 GB');
    expect(grantedTo(900).finding?.message).not.toContain('stays at');
  });

  it('is unknown without a recent measurement: the rule holds it, and the finding says that', () => {
    const { changes, finding, why } = planned('hold', grownBy(35, { daysAgo: 5, firstGb: 40 }));
    expect(changes).toEqual([]);
    expect(finding?.details).toMatchObject({ looksLike: 'unknown' });
    expect(finding?.message).toContain('is unknown: its use was not measured in the last 3 days');
    expect(why).toContain('because its use was not measured');
    expect(planned('raise', grownBy(35, { daysAgo: 5, firstGb: 40 })).finding).toBeUndefined();
  });

  it('is none of a disk that grows as before, so that nothing is held', () => {
    const { finding, why } = planned('hold', grownBy(1));
    expect([finding, why.includes('holds')]).toEqual([undefined, false]);
  });

  it('of an exempt service is its own matter', () => {
    const snapshot = snapshotWith([], [], { tags: { 'disk-autoscaler-exempt': '2031-01-01' } });
    const { findings } = planOf([snapshot], { forecasts: grownBy(35) }).plan;
    expect(findings.map(({ code }) => code)).not.toContain('growth-runaway');
  });
});
