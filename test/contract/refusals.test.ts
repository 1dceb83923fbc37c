import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../lib/contract/refusals.ts';

describe('an error that declines a request', () => {
  it.each(['PlanMoved', 'ApprovalUsed', 'ApprovalExpired', 'ApprovalUnknown', 'ApprovalAmbiguous', 'LeaseHeld'])(
    'is known by the name %s, which is all that a workflow hands on',
    (name) => expect(isRefusal(name)).toBe(true),
  );

  it.each(['PolicyInvalid', 'PlatformUnavailable', ''])('is not %j', (name) => expect(isRefusal(name)).toBe(false));
});
