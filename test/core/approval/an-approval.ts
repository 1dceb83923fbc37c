import type { OpenApproval } from '../../../lib/core/approval/approval.ts';
import type { ProposedChange } from '../../../lib/core/change/change.ts';

/** An approval of all projects that no run has used, but for what is given. */
export const anApproval = (changes: readonly ProposedChange[], given: Partial<OpenApproval> = {}): OpenApproval => ({
  state: 'approved',
  digest: 'approved',
  proposedAt: '2030-06-15T08:00:00.000Z',
  by: 'a person',
  approvedAt: '2030-06-15T09:00:00.000Z',
  expiresAt: '2030-06-16T09:00:00.000Z',
  isWhole: true,
  exact: false,
  changes,
  used: new Set(),
  ...given,
});
