import { expect, it } from 'vitest';
import { isOfDisk } from '../../../../lib/cli/commands/budget/view.ts';
import type { Finding } from '../../../../lib/core/model/decision.ts';

const found = (code: Finding['code'], details?: Finding['details']): Finding => ({
  ...{ code, project: 'shop', service: 'orders', message: 'Full.' },
  ...(details && { details }),
});

it('a disk that fills up is a matter of its budget only where the budget gives it no room', () => {
  expect(isOfDisk(found('disk-fills-up', { budget: 'shared' }))).toBe(true);
  expect(isOfDisk(found('disk-fills-up', { days: 3 }))).toBe(false);
  expect(isOfDisk(found('disk-full'))).toBe(false);
  expect(isOfDisk(found('budget-short', { budget: 'shared' }))).toBe(false);
});
