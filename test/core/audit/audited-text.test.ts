import { expect, it } from 'vitest';
import { auditedText } from '../../../lib/core/audit/audited-text.ts';

it('a state in an audit record is a few words, whatever the write was about', () => {
  const maximum = { kind: 'additional', gb: 40 } as const;
  expect(auditedText(null)).toBe('none');
  expect(auditedText({ kind: 'integration', integrationId: null, endpointId: 'e' })).toBe('integrated');
  expect(auditedText({ kind: 'manager', by: 'headroom', maximum })).toBe('managed by Headroom');
  expect(auditedText({ kind: 'manager', by: 'others', maximum })).toBe('made by hand');
  expect(auditedText({ kind: 'search-configuration', options: { 'a.b': 3, c: null } })).toBe('a.b: 3, c: unset');
});
