import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approvalFrom, givenNow } from '../../../lib/core/approval/approval.ts';
import type { ProposedChange } from '../../../lib/core/change/change.ts';
import { hourMs, isoInstant, minuteMs } from '../../../lib/core/model/durations.ts';

const start = Date.parse('2026-03-02T08:00:00Z');
const hours = { approvalHours: 24 };

const change = (service: string) => ({ kind: 'create-endpoint', project: 'shop', service }) as ProposedChange;
const proposed = {
  digest: 'd',
  proposedAt: isoInstant(start),
  projects: null,
  changes: [change('orders'), change('users')],
};
const given = { by: 'ann', approvedAt: isoInstant(start + hourMs), exact: false };
const use = (indexes: readonly number[]) => ({ runId: 'run-7', at: isoInstant(start + 2 * hourMs), indexes });
const at = (parts: Partial<Parameters<typeof approvalFrom>[0]>, afterMs = 3 * hourMs, exact = false) =>
  approvalFrom({ proposed, given: undefined, uses: [], ...parts }, exact, hours, start + afterMs);

describe('an approval', () => {
  it.each([
    ['pending until a person gives it', {}, 'pending'],
    ['approved then, until its last change is used', { given, uses: [use([1])] }, 'approved'],
    ['used then', { given, uses: [use([1]), use([0])] }, 'used'],
    ['used by the plan of a file, which needs none to be given', { uses: [use([0, 1])] }, 'used'],
    [
      'used at its first use if it is for the whole plan',
      { given: { ...given, exact: true }, uses: [use([])] },
      'used',
    ],
  ])('is %s', (_, parts, state) => {
    expect(at(parts).state).toBe(state);
  });

  it('is used as a whole by a request that wants the whole plan', () => {
    expect(at({ given, uses: [use([1])] }, hourMs, true)).toMatchObject({ state: 'used', last: { runId: 'run-7' } });
    expect(at({ given }, hourMs, true)).toMatchObject({ state: 'approved', exact: true });
  });

  it('expires by the hours of the guardrails, from its proposal and, once given, from then on', () => {
    expect(at({}, 24 * hourMs - 1).state).toBe('pending');
    expect(at({}, 24 * hourMs)).toMatchObject({ state: 'expired', from: 'proposed', at: proposed.proposedAt });
    expect(at({ given }, 25 * hourMs - 1)).toMatchObject({
      state: 'approved',
      expiresAt: isoInstant(start + 25 * hourMs),
    });
    expect(at({ given }, 25 * hourMs)).toMatchObject({ state: 'expired', from: 'approved', at: given.approvedAt });
  });

  it('of a time that cannot be read, or that clocks do not explain, has expired', () => {
    const proposedAt = (time: string) => at({ proposed: { ...proposed, proposedAt: time } }, 0).state;
    expect(proposedAt('yesterday')).toBe('expired');
    expect(proposedAt(isoInstant(start + 5 * minuteMs))).toBe('pending');
    expect(proposedAt(isoInstant(start + 5 * minuteMs + 1))).toBe('expired');
  });

  it('lasts no moment where the guardrails give it 0 hours', () => {
    expect(approvalFrom({ proposed, given, uses: [] }, false, { approvalHours: 0 }, start).state).toBe('expired');
  });

  it('that is given now is open from now on, with the changes that are left', () => {
    const pending = at({ uses: [use([1])] });
    expect(pending.state).toBe('pending');
    expect(givenNow(pending, 'bob', hours, start)).toEqual({
      ...pending,
      state: 'approved',
      by: 'bob',
      approvedAt: isoInstant(start),
      expiresAt: isoInstant(start + 24 * hourMs),
    });
  });

  it('allows something only while a person has given it, it is young, and a change is left', () => {
    const parts = fc.record({
      isGiven: fc.boolean(),
      exact: fc.boolean(),
      uses: fc.array(fc.subarray([0, 1]).map(use), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(parts, fc.integer({ min: -hourMs, max: 60 * hourMs }), ({ isGiven, exact, uses }, afterMs) => {
        const { state, used } = at({ given: isGiven ? { ...given, exact } : undefined, uses }, afterMs);
        const isLeft = exact && isGiven ? uses.length === 0 : used.size < 2;
        const sinceMs = afterMs - hourMs;
        const isYoung = sinceMs >= -5 * minuteMs && sinceMs < 24 * hourMs;
        expect(state === 'approved').toBe(isGiven && isLeft && isYoung);
        // What was used up stays so, however old it is.
        if (!isLeft) expect(state).toBe('used');
      }),
    );
  });
});
