import { expect, it } from 'vitest';
import type { AuditRecord } from '../../../lib/core/audit/audit.ts';
import { audit, matchesSearch } from '../../../lib/dashboard/pages/audit.ts';

const record = {
  ...{ project: 'shop', service: 'Orders', endpointName: 'headroom-orders', kind: 'update-endpoint' },
  ...{ status: 'confirmed', rule: 'all', reason: 'The budget grants it.', trigger: { kind: 'manual', by: 'Ana' } },
  ...{ at: '2030-01-01T00:00:00.000Z', runId: 'run', before: null, after: null },
  approval: { digest: 'd', by: 'Ben', approvedAt: '2030-01-01T00:00:00.000Z' },
} as AuditRecord;

it.each([
  ['', '', true],
  ['shop/orders', '', true],
  ['HEADROOM-', '', true],
  ['budget grants', '', true],
  ['carts', '', false],
  ['', 'ana', true],
  ['', 'BEN', true],
  ['', 'carol', false],
  ['orders', 'carol', false],
])('a search for "%s" by "%s" is in any letters, and needs both', (search, who, isFound) => {
  expect(matchesSearch({ search, who })(record)).toBe(isFound);
});

it('the state of the hash chain stands above the writes, which are many', () => {
  const found = { records: Array.from({ length: 30 }, () => record), isCut: true, problem: null };
  const page = String(audit(found, null, { search: '', who: '' }));
  expect(page.indexOf('Hash chain')).toBeLessThan(page.indexOf('30 writes'));
});
