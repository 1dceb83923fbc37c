import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { page, policyPage } from '../../policy-reference/page.ts';

it(`${page} is what npm run policy-reference makes of the schema now`, () => {
  expect(readFileSync(join(import.meta.dirname, '..', '..', '..', page), 'utf8')).toBe(policyPage());
});

it('the page gives a default, also of a guardrail, and says which fields are required', () => {
  const lines = policyPage().split('\n');
  const kindOf = (field: string): string | undefined =>
    lines
      .map((line) => line.split(': ')[0] ?? '')
      .find((head) => head.startsWith(`- \`${field}\` (`))
      ?.slice(`- \`${field}\` (`.length);
  expect(kindOf('guardrails.maxChanges')).toBe('whole number, 0 or more; default `25`)');
  expect(kindOf('guardrails.needApproval')).toMatch(/; default `\["harm"\]`\)$/);
  expect(kindOf('rules[].forecast.horizonDays')).toMatch(/; default `30`\)$/);
  expect(kindOf('rules[].effect')).toMatch(/; required\)$/);
  expect(kindOf('budgets')).toBe('list)');
});
