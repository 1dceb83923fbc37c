import { expect, it } from 'vitest';
import type { BudgetResult, BudgetShare } from '../../../lib/core/budget/result.ts';
import type { Finding } from '../../../lib/core/model/decision.ts';
import { budgetsOfDay } from '../../../lib/core/status/money-of-day.ts';

const share = (service: string): BudgetShare => ({
  ...{ project: 'shop', service, provisionedGb: 10, wantGb: 20, atLeastGb: 0, needGb: 5, currentGb: 20, inForceGb: 20 },
  ...{ shareGb: 20, gb: 20, perGbMonth: '1.00', monthly: '20.00', reason: '' },
});

const budget: BudgetResult = {
  ...{ name: 'shared', currency: 'EUR', monthly: '100.00', grantableMonthly: '100.00', inForceMonthly: '40.00' },
  ...{ floorMonthly: '25.00', heldMonthly: '5.00', allocatedMonthly: '40.00', leftMonthly: '60.00', services: 2 },
  ...{ frozen: false, withheld: null, shares: [share('orders'), share('carts')] },
};

const full = (service: string, limitedBy: string, subject = '100 %'): Finding => ({
  ...{ code: 'disk-full', project: 'shop', service, message: 'Full.', subject, details: { limitedBy } },
});

const idleBeside = (...findings: Finding[]) =>
  budgetsOfDay({ budgets: [budget], findings }, [], () => 'team').map(({ idleMonthly }) => idleMonthly);

it('money lies idle beside a disk that is full at its maximum: neither provisioned nor held', () => {
  expect(idleBeside(full('orders', 'maximum'))).toEqual(['75.00']);
});

it('none lies idle beside a disk that no money helps, is not yet full, or belongs to another budget', () => {
  expect(idleBeside()).toEqual(['0.00']);
  expect(idleBeside(full('orders', 'no autoscaler'))).toEqual(['0.00']);
  expect(idleBeside(full('orders', 'maximum', 'fills'))).toEqual(['0.00']);
  expect(idleBeside(full('elsewhere', 'maximum'))).toEqual(['0.00']);
});
