import { expect, it } from 'vitest';
import { tiles } from '../../../lib/dashboard/pages/parts.ts';
import { numeric, table } from '../../../lib/dashboard/pages/tables.ts';
import { budgetBar } from '../../../lib/dashboard/pictures/bars.ts';

it('numbers have commas between thousands; names that contain digits stay as they are', () => {
  const shown = String(table('t', ['service', numeric('GB')], [['logs-20261', '12000']]));
  expect(shown).toContain('>12,000<');
  expect(shown).toContain('>logs-20261<');
  expect(String(tiles([{ label: 'provisioned', value: '154086.50', detail: '200000.00 available now' }]))).toMatch(
    />154,086\.50<.*>200,000\.00 available now</,
  );
});

it('a bar says its amounts with commas and draws them without', () => {
  const bar = String(budgetBar({ name: 'storage', provisioned: 154086.5, allocated: 180000, available: 200000 }));
  expect(bar).toContain('154,086.5 provisioned, 180,000 allocated, 200,000 available');
  expect(bar).toContain('viewBox="0 0 1000 30"');
});
