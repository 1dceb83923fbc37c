import { expect, it } from 'vitest';
import { tiles } from '../../../lib/dashboard/pages/parts.ts';
import { numeric, plainTable, table } from '../../../lib/dashboard/pages/tables.ts';
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

it('a column of amounts stands at the right with its ranges and its gaps, and a column of names at the left', () => {
  const rows = [
    ['hours full', '18663', '1421 (1016.3–1643.9)', '2026-03'],
    ['unspent', '–', '0.05', '2026-04'],
    ['first day', '600.1 → 111', 'never', '2026-05'],
  ];
  const shown = String(plainTable('t', ['measure', 'no policy', 'budget.yaml', 'month'], rows));
  expect(shown.match(/<th scope="col" class="number">[^<]*/g)).toEqual([
    '<th scope="col" class="number">no policy',
    '<th scope="col" class="number">budget.yaml',
  ]);
  expect(shown.match(/<td class="number">[^<]*/g)).toEqual([
    '<td class="number">18,663',
    '<td class="number">1,421 (1,016.3–1,643.9)',
    '<td class="number">–',
    '<td class="number">0.05',
    '<td class="number">600.1 → 111',
    '<td class="number">never',
  ]);
});
