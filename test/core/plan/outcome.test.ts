import { describe, expect, it } from 'vitest';
import type { ChangeResult, ChangeStatus } from '../../../lib/core/change/change.ts';
import { outcomeOf } from '../../../lib/core/plan/outcome.ts';
import type { Plan, Verdict } from '../../../lib/core/plan/plan-result.ts';

const planOf = (verdict: Verdict, changes: number) =>
  ({ verdict, changes: Array.from({ length: changes }) }) as unknown as Plan;
const results = (...statuses: ChangeStatus[]) => statuses.map((status) => ({ status }) as ChangeResult);

describe('the outcome of a run', () => {
  it.each([
    // mode, verdict, changes, results, unread, failed → outcome
    ['enforce', 'nothing', 0, [], 0, false, 'nothing'],
    ['enforce', 'nothing', 0, [], 1, false, 'partial'],
    ['enforce', 'apply', 2, ['confirmed', 'confirmed'], 0, false, 'applied'],
    ['enforce', 'apply', 2, ['confirmed', 'confirmed'], 1, false, 'partial'],
    ['enforce', 'apply', 2, ['confirmed', 'unconfirmed'], 0, false, 'partial'],
    ['enforce', 'apply', 2, ['confirmed', 'failed'], 0, false, 'partial'],
    ['enforce', 'apply', 2, ['confirmed'], 0, false, 'partial'],
    ['observe', 'observe', 2, [], 0, false, 'observed'],
    ['stop', 'nothing', 0, [], 0, false, 'stopped'],
    ['enforce', 'needs-approval', 2, [], 0, false, 'needs-approval'],
    ['enforce', 'apply', 1, ['confirmed'], 0, true, 'failed'],
  ] as const)('in mode %s, verdict %s with %i changes, results %j, %i unread, failed %s is %s', (...row) => {
    const [mode, verdict, changes, statuses, unread, failed, outcome] = row;
    const plan = planOf(verdict, changes);
    expect(outcomeOf({ mode, plan, results: results(...statuses), unread, failed, refused: false })).toBe(outcome);
  });

  it('is observed when the run only looked, unless there is nothing to do', () => {
    const facts = { mode: 'enforce', results: [], unread: 0, failed: false, refused: false, readOnly: true } as const;
    for (const verdict of ['apply', 'needs-approval', 'observe'] as const)
      expect(outcomeOf({ ...facts, plan: planOf(verdict, 1) })).toBe('observed');
    expect(outcomeOf({ ...facts, plan: planOf('nothing', 0) })).toBe('nothing');
  });

  it('is coalesced when another run does its work, whatever else it knows', () => {
    const facts = { mode: 'enforce', results: [], unread: 1, failed: false, refused: false, coalesced: true } as const;
    expect(outcomeOf({ ...facts, plan: null })).toBe('coalesced');
    expect(outcomeOf({ ...facts, plan: planOf('nothing', 0) })).toBe('coalesced');
  });

  it('is failed when the run ended before there was a plan', () => {
    expect(outcomeOf({ mode: 'enforce', plan: null, results: [], unread: 0, failed: false, refused: false })).toBe(
      'failed',
    );
  });

  it('is refused when an approval was not accepted: the run itself did not fail', () => {
    expect(outcomeOf({ mode: 'enforce', plan: null, results: [], unread: 0, failed: true, refused: true })).toBe(
      'refused',
    );
  });
});
