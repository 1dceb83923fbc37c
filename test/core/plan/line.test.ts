import { describe, expect, it } from 'vitest';
import type { Decision, Finding } from '../../../lib/core/model/decision.ts';
import { amountsText, planLine, shortPlanLine, unmatchedText } from '../../../lib/core/plan/line.ts';
import { aSummary } from '../organization.ts';

const finding: Finding = { code: 'not-eligible', project: 'p', service: 's', message: 'm' };
const added = { enable: 12, raise: 3, addedGb: 240, addedMonthly: '36.00', netGb: 240, netMonthly: '36.00' };

it('says in one line what a plan would do', () => {
  expect(planLine({ summary: aSummary(added), findings: [finding, finding, finding, finding] })).toBe(
    'Plan: 12 to enable, 3 to raise (+240 GB, +36.00 a month), 0 to lower, 0 to disable; 4 findings.',
  );
});

it('shows what lowers and disables take back, what remains of both, and search services to configure', () => {
  const lowered = { lower: 1, loweredGb: 50, loweredMonthly: '7.50' };
  const less = { ...lowered, removedGb: 50, removedMonthly: '7.50', netGb: 190, netMonthly: '28.50', configure: 2 };
  expect(planLine({ summary: aSummary({ ...added, ...less }), findings: Array(4).fill(finding) })).toBe(
    'Plan: 12 to enable, 3 to raise (+240 GB, +36.00 a month), 1 to lower (-50 GB, -7.50 a month), 0 to disable, 2 to configure; net +190 GB, +28.50 a month; 4 findings.',
  );
  const disabled = { disable: 2, disabledGb: 300, disabledMonthly: '45.00' };
  const removed = { removedGb: 350, removedMonthly: '52.50', netGb: -350, netMonthly: '-52.50' };
  expect(planLine({ summary: aSummary({ ...lowered, ...disabled, ...removed }), findings: [] })).toBe(
    'Plan: 0 to enable, 0 to raise (+0 GB), 1 to lower (-50 GB, -7.50 a month), 2 to disable (-300 GB, -45.00 a month); net -350 GB, -52.50 a month; 0 findings.',
  );
});

it('counts autoscalers that change hands, where there are any', () => {
  expect(planLine({ summary: aSummary({ adopt: 2, giveBack: 1 }), findings: [] })).toBe(
    'Plan: 0 to enable, 0 to raise (+0 GB), 0 to lower, 0 to disable, 2 to adopt, 1 to give back; 0 findings.',
  );
});

it('gives GB and money each their own sign, since prices differ', () => {
  const mixed = { lower: 1, loweredGb: 50, removedGb: 50, netGb: 10, netMonthly: '-3.00' };
  expect(planLine({ summary: aSummary(mixed), findings: [] })).toContain('; net +10 GB, -3.00 a month; ');
});

it('leaves the money out where no price is known, and speaks of one finding', () => {
  const unpriced = aSummary({ ...added, addedMonthly: null, netMonthly: null });
  expect(planLine({ summary: unpriced, findings: [finding] })).toBe(
    'Plan: 12 to enable, 3 to raise (+240 GB), 0 to lower, 0 to disable; 1 finding.',
  );
  const lowered = aSummary({ lower: 1, loweredGb: 50, removedGb: 50, netGb: -50 });
  expect(planLine({ summary: lowered, findings: [] })).toBe(
    'Plan: 0 to enable, 0 to raise (+0 GB), 1 to lower (-50 GB), 0 to disable; net -50 GB; 0 findings.',
  );
});

it('says beside the line what its amounts mean, where it has any', () => {
  expect(amountsText({ summary: aSummary(added) })).toBe(
    'If every disk grows to its maximum: +240 GB, +36.00 a month. Only provisioned storage costs money.',
  );
  const mixed = aSummary({ ...added, lower: 1, removedGb: 300, netGb: -60, netMonthly: '-9.00' });
  expect(amountsText({ summary: mixed })).toContain('-60 GB, -9.00 a month');
  expect(amountsText({ summary: aSummary({ adopt: 1 }) })).toBeUndefined();
});

it('says on pages only what a plan does', () => {
  const lowered = aSummary({
    lower: 2,
    loweredGb: 50,
    loweredMonthly: '7.50',
    removedGb: 50,
    netGb: -50,
    netMonthly: '-7.50',
  });
  expect(shortPlanLine({ summary: lowered, findings: [finding] })).toBe(
    'Plan: 2 to lower (-50 GB, -7.50 a month); net -50 GB, -7.50 a month; 1 finding.',
  );
  expect(shortPlanLine({ summary: aSummary({}), findings: [] })).toBe('Plan: no changes; 0 findings.');
  expect(shortPlanLine({ summary: aSummary({ ...added, lower: 1 }), findings: [] })).toBe(
    'Plan: 12 to enable, 3 to raise (+240 GB, +36.00 a month), 1 to lower; 0 findings.',
  );
  expect(shortPlanLine({ summary: aSummary({ ...added, raise: 0 }), findings: [] })).toBe(
    'Plan: 12 to enable (+240 GB, +36.00 a month); 0 findings.',
  );
});

it('names the currency of every amount where the plan has one', () => {
  const summary = aSummary({
    ...added,
    lower: 1,
    loweredGb: 50,
    loweredMonthly: '7.50',
    removedGb: 50,
    currency: 'EUR',
  });
  expect(planLine({ summary, findings: [] })).toBe(
    'Plan: 12 to enable, 3 to raise (+240 GB, +36.00 EUR a month), 1 to lower (-50 GB, -7.50 EUR a month), 0 to disable; net +240 GB, +36.00 EUR a month; 0 findings.',
  );
  expect(amountsText({ summary })).toContain('+240 GB, +36.00 EUR a month.');
});

describe('services that no rule decides about', () => {
  const decision = (rule: string, exempt = false): Decision => ({
    project: 'shop',
    service: 'orders',
    effect: 'ignore',
    rule,
    reasons: [{ source: 'rule', text: 'why' }],
    actual: { ours: 0, others: 0, maximumGb: null, eligible: true, exempt },
  });

  it('are counted, without those that a tag exempts', () => {
    const all = [decision(''), decision('everyone'), decision('', true), decision('')];
    expect(unmatchedText({ decisions: all })).toBe('2 services match no rule.');
    expect(unmatchedText({ decisions: all.slice(0, 3) })).toBe('1 service matches no rule.');
    expect(unmatchedText({ decisions: all.slice(1, 3) })).toBeUndefined();
  });
});
