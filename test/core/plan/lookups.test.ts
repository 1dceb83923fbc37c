import { expect, it } from 'vitest';
import { lookupsOf } from '../../../lib/core/plan/lookups.ts';

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
