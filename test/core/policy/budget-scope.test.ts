import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Budget } from '../../../lib/core/model/policy-document.ts';
import { compileBudgets, compileProjectBudgets, widenScope } from '../../../lib/core/policy/budget-scope.ts';

const budget = (project?: string[]): Budget => ({
  name: 'b',
  match: project === undefined ? { tags: { env: ['prod'] } } : { project },
  monthly: '1.00',
  basis: 'run-rate',
  rest: 'share',
  deadBandGb: 0,
  warnPercent: 90,
});

const all = ['a', 'b', 'c', 'd', 'e'];

describe('the scope of a run that shares budgets', () => {
  it.each([
    ['nothing shared: only what was asked for', [budget(['c', 'd'])], ['a'], ['a']],
    ['one budget: all projects of it', [budget(['a', 'b'])], ['a'], ['a', 'b']],
    ['budgets that overlap: all of both', [budget(['b', 'c']), budget(['a', 'b'])], ['a'], ['a', 'b', 'c']],
    ['a budget that names no project: everything', [budget()], ['a'], all],
    ['a glob that excludes', [budget(['!e'])], ['a'], ['a', 'b', 'c', 'd']],
    ['a project that is not there stays asked for', [budget(['a', 'b'])], ['x'], ['x']],
  ] as const)('%s', (_, budgets, asked, wanted) => {
    expect(widenScope({ budgets }, all, asked)).toEqual(wanted);
  });

  it('is its own scope: widening again adds nothing', () => {
    const names = fc.subarray(all, { minLength: 1 });
    fc.assert(
      fc.property(fc.array(names), names, (shared, asked) => {
        const budgets = shared.map((projects, at) => ({ ...budget(projects), name: `b${at}` }));
        const scope = widenScope({ budgets }, all, asked);
        expect(widenScope({ budgets }, all, scope)).toEqual(scope);
        expect(scope).toEqual(expect.arrayContaining(asked));
      }),
    );
  });
});

describe('the budgets of a project whose services are not known', () => {
  it('contain the budget of every service that it may have', () => {
    const patterns = fc.subarray(all, { minLength: 1 });
    const match = fc.record(
      { project: patterns, service: fc.constantFrom(['x'], ['*']) },
      { requiredKeys: ['service'] },
    );
    const budgets = fc.array(match, { maxLength: 3 });
    fc.assert(
      fc.property(budgets, fc.constantFrom(...all), fc.constantFrom('x', 'y'), (matches, ...place) => {
        const [project, service] = place;
        const policy = {
          budgets: matches.map((one, at) => ({ ...budget(), match: one, name: `${at}` })),
        };
        const subject = { project, service, serviceType: 'pg', plan: '', cloud: '', state: '', tags: new Map() };
        const own = compileBudgets(policy)({ ...subject, projectTags: {} });
        const reached = compileProjectBudgets(policy)(project);
        if (own !== null) expect([...reached]).toContain(own);
      }),
    );
  });

  it('end with the first one that takes the whole project', () => {
    const [tagged, named, later] = [budget(), budget(['a', 'b']), budget(['*'])];
    const budgets = [tagged, named, later].map((one, at) => ({ ...one, name: `${at}` }));
    expect([...compileProjectBudgets({ budgets })('a')]).toEqual(['0', '1']);
    expect([...compileProjectBudgets({ budgets })('c')]).toEqual(['0', '2']);
  });
});
