import { expect, it } from 'vitest';
import { lookupsOf, oldLookupFindings } from '../../../lib/core/plan/lookups.ts';

const key = (project: string, plan = 'startup-4') => ({ project, serviceType: 'pg', plan });
const asked = (read: readonly string[], unread: readonly string[], ...plans: readonly ReturnType<typeof key>[]) =>
  lookupsOf(
    {
      snapshots: read.map((project) => ({ project })),
      unread: unread.map((project) => ({ project, error: 'PlatformForbidden', message: 'no' })),
    },
    { plans, prices: [] },
    (project) => project === 'remembered',
  ).needs;

it('a plan is asked for through a project that the run could read', () => {
  expect(asked(['a', 'b', 'remembered'], ['a'], key('remembered'))).toEqual([key('b')]);
  expect(asked(['remembered'], [], key('remembered'))).toEqual([key('remembered')]);
});

it('a plan is asked for once, through the first project that has it, in whatever order they come', () => {
  const plans = [key('c'), key('b'), key('c', 'business-8')];
  const once = [key('c', 'business-8'), key('b')];
  expect(asked(['a', 'b', 'c'], [], ...plans)).toEqual(once);
  expect(asked(['c', 'b', 'a'], [], ...plans.toReversed())).toEqual(once);
});

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
