import { expect, it } from 'vitest';
import type { AuditRecord } from '../../../lib/core/audit/audit.ts';
import { matchesSearch } from '../../../lib/dashboard/pages/audit.ts';

const record = {
  ...{ project: 'shop', service: 'Orders', endpointName: 'headroom-orders', kind: 'update-endpoint' },
  ...{ status: 'confirmed', rule: 'all', reason: 'The budget grants it.', trigger: { kind: 'manual', by: 'Ana' } },
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
