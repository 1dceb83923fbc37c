import { expect, it } from 'vitest';
import type { Finding } from '../../lib/core/model.ts';
import { planLine } from '../../lib/core/plan-line.ts';

const finding: Finding = { code: 'not-eligible', project: 'p', service: 's', message: 'm' };
const summary = { enable: 12, raise: 3, lower: 1, disable: 0, addedGb: 240, addedMonthly: '36.00' };

it('says in one line what a plan would do', () => {
  expect(planLine({ summary, findings: [finding, finding, finding, finding] })).toBe(
    'Plan: 12 to enable, 3 to raise (+240 GB, +36.00 a month), 1 to lower, 0 to disable; 4 findings.',
  );
});

it('leaves the money out where no price is known, and speaks of one finding', () => {
  expect(planLine({ summary: { ...summary, addedMonthly: null }, findings: [finding] })).toBe(
    'Plan: 12 to enable, 3 to raise (+240 GB), 1 to lower, 0 to disable; 1 finding.',
  );
});
