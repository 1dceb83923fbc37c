import { expect, it } from 'vitest';
import { figuresPart } from '../../../../lib/dashboard/pages/simulation/policies.ts';

const partOf = (count: number): string => {
  const rows = Array.from({ length: count }, (_, at) => [`service-${at}.`]);
  return String(figuresPart({ lines: [], warnings: [], tables: [{ title: 'Changed', head: ['service'], rows }] }));
};

it('a long table begins with thirty rows, and a reader unfolds the others', () => {
  const [first = '', others = ''] = partOf(42).split('<details>');
  expect(first.match(/service-\d+\./g)).toHaveLength(30);
  expect(others).toContain('<summary>12 more</summary>');
  expect(others.match(/service-\d+\./g)?.at(-1)).toBe('service-41.');
});

it('a table of thirty rows folds none of them', () => {
  expect(partOf(30)).not.toContain('<details>');
});

it('a table ends after five hundred rows, and says of how many', () => {
  const part = partOf(1_200);
  expect(part).toContain('The first 500 of 1,200 rows.');
  expect(part.match(/service-\d+\./g)).toHaveLength(500);
});
