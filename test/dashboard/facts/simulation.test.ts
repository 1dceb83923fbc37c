import { expect, it } from 'vitest';
import type { BudgetResult } from '../../../lib/core/budget/result.ts';
import { simulationOf } from '../../../lib/dashboard/facts/simulation.ts';
import { simulationPart } from '../../../lib/dashboard/pages/simulation/budget.ts';

const budget: BudgetResult = {
  name: 'storage',
  currency: 'USD',
  monthly: '40.00',
  grantableMonthly: '40.00',
  inForceMonthly: '0.00',
  floorMonthly: '0.00',
  allocatedMonthly: '0.00',
  leftMonthly: '40.00',
  services: 0,
  frozen: false,
  withheld: null,
  shares: [],
};
const soon = (service: string) => ({ code: 'maximum-soon', project: 'shop', service, message: '' });

it('a simulated budget names the disks that would stop growing with the other amount, not those that do so anyway', () => {
  const before = { budgets: [budget], findings: [soon('logs')] };
  const after = { budgets: [{ ...budget, monthly: '10.00' }], findings: [soon('logs'), soon('orders')] };
  const simulation = simulationOf('storage', before, after);
  expect(simulation).toMatchObject({ troubles: ['1 disk may soon stop growing (shop/orders)'] });
  expect(String(simulationPart(simulation))).toContain(
    '<p class="warning">1 disk may soon stop growing (shop/orders).</p>',
  );
});
