import { expect, it } from 'vitest';
import { oldLookupFindings } from '../../../lib/core/plan/old-lookups.ts';

const now = '2026-03-04T08:00:00.000Z';
const answer = (what: string, askedAt = '2026-03-02T08:00:00.000Z') => ({ what, askedAt });

it('a plan that uses old answers of the platform says which, and how old they are', () => {
  const [finding, ...others] = oldLookupFindings(
    [answer('price of plan pg/b/c', '2026-03-03T02:00:00.000Z'), answer('a')],
    now,
  );
  expect(others).toEqual([]);
  expect(finding).toEqual({
    code: 'answers-old',
    project: '',
    service: '',
    message:
      'The platform gave no new answer, so the plan uses an old one: a (2 days old), price of plan pg/b/c (30 hours old).',
  });
});

it('of many old answers a plan names five', () => {
  const [finding] = oldLookupFindings(
    ['g', 'f', 'e', 'd', 'c', 'b', 'a'].map((what) => answer(what)),
    now,
  );
  expect(finding?.message).toMatch(/: a \(.*, e \(2 days old\), and 2 more\.$/);
});

it('a plan without old answers says nothing', () => {
  expect(oldLookupFindings([], now)).toEqual([]);
});
