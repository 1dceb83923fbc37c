import { expect, it } from 'vitest';
import { beyondList } from '../../lib/wire/beyond-list.ts';

const rows = (answer: object) => beyondList({ rows: [1, 2], ...answer }, 'rows');

it.each([
  { next: 'https://host/v1/rows?page=2' },
  { next_cursor: 'abc' },
  { nextPageToken: 'abc' },
  { cursor: 'abc' },
  { has_more: true },
  { links: { next: { href: '/v1/rows?page=2' } } },
  { _links: { next: '/v1/rows?page=2' } },
  { page_info: { has_next_page: true } },
  { meta: { next_page: 2 } },
])('%o says that the list goes on, though not how far', (more) => {
  expect(rows(more)).toBeNull();
});

it.each([
  [{ total_count: 5 }, 3],
  [{ total: 3, next: 'abc' }, 1],
  [{ total_row_count: 4, pagination: { total: 9 } }, 7],
])('%o says how many more there are', (more, beyond) => {
  expect(rows(more)).toBe(beyond);
});

it.each([
  {},
  { next: null },
  { next: '', has_more: false, cursor: null },
  { links: { next: null, self: '/v1/rows' } },
  { pagination: { next: { href: null } } },
  { total_count: 2 },
  { total_count: 1 },
  { total_count: null },
  { text: 'next' },
])('%o is no more than the list', (more) => {
  expect(rows(more)).toBe(0);
});

it('an answer of another form has no list, and says nothing of one', () => {
  for (const answer of [null, 'next', [], 7]) expect(beyondList(answer, 'rows')).toBe(0);
});
