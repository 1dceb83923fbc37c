import { describe, expect, it } from 'vitest';
import { coverageOf } from '../../../lib/core/notices/coverage.ts';
import { aService, aSnapshot, planOf } from '../organization.ts';

const unread = (project: string, error = 'PlatformForbidden') => ({ project, error, message: 'no' });

describe('the coverage of a run', () => {
  it('names the projects that no run ever read, and those in which the token may not do what was tried', () => {
    const { plan } = planOf([aSnapshot({ project: 'a', services: [aService()] })]);
    const [change] = plan.changes;
    const results =
      change === undefined ? [] : [{ ...change, status: 'failed' as const, error: 'PlatformForbidden: no' }];
    const facts = {
      listed: ['a', 'b', 'c', 'd'],
      everRead: new Set(['a', 'b', 'gone']),
      unread: [unread('d'), unread('b', 'PlatformUnavailable'), unread('d')],
      results,
      decisions: plan.decisions,
    };
    expect(coverageOf(facts)).toEqual({
      listed: 4,
      neverRead: ['c', 'd'],
      missingPermissions: [
        { project: 'd', to: 'read' },
        { project: 'a', to: 'write' },
      ],
      services: { enable: 1, disable: 0, ignore: 0 },
      protection: {
        protectedByUs: 0,
        protectedByOthers: 0,
        impossible: 0,
        exempt: 0,
        optedOut: 0,
        eligibleNotYet: 1,
      },
    });
  });
});
