import { expect, it } from 'vitest';
import type { OpenApproval } from '../../../lib/core/approval/approval.ts';
import { judgeApprovals } from '../../../lib/core/status/approvals.ts';

const nowMs = Date.parse('2030-01-01T08:00:00Z');

const open = (used: readonly number[]): OpenApproval =>
  ({
    digest: '0123456789abcdef',
    by: '',
    changes: [{}, {}, {}, {}],
    used: new Set(used),
    expiresAt: '2030-01-01T20:00:00.000Z',
  }) as never;

it('an approval says how many of its changes are left, also once some are used', () => {
  expect(judgeApprovals([open([])], nowMs)[0]?.says).toContain('4 of 4 changes left, expires in 12 h');
  expect(judgeApprovals([open([0, 2, 3])], nowMs)[0]?.says).toContain('1 of 4 changes left');
});

it('there is no line without an approval', () => {
  expect(judgeApprovals([], nowMs)).toEqual([]);
});
