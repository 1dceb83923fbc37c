import { describe, expect, it } from 'vitest';
import type { ChangeResult, ChangeStatus } from '../../../lib/core/change/change.ts';
import type { Plan, Verdict } from '../../../lib/core/plan/plan-result.ts';
import { byNewest, netTexts, outcomeOf, plannedText, type RunSummary } from '../../../lib/core/plan/run-summary.ts';

const run = (startedAt: string, runId: string, plan: RunSummary['plan'] = null): RunSummary => ({
  runId,
  startedAt,
  endedAt: null,
  outcome: null,
  trigger: null,
  mode: null,
  undo: null,
  digest: null,
  plan,
  results: { confirmed: 0, unconfirmed: 0, failed: 0, skipped: 0 },
  findings: 0,
  unread: 0,
  error: null,
});
const added = {
  enable: 0,
  raise: 1,
  lower: 0,
  disable: 0,
  configure: 0,
  addedGb: 50,
  addedMonthly: '5.00',
  netGb: 50,
  netMonthly: '5.00',
};
const net = (plan: RunSummary['plan']) => netTexts(run('', '', plan));

it('a run shows what it adds, less what it takes away, with a sign', () => {
  expect(net(added)).toEqual({ gb: '+50', monthly: '+5.00' });
  expect(net({ ...added, netGb: -30, netMonthly: '-3.00' })).toEqual({ gb: '-30', monthly: '-3.00' });
  expect(net({ ...added, netGb: 0, netMonthly: '0.00' })).toEqual({ gb: '+0', monthly: '+0.00' });
  expect(net({ ...added, netGb: 20, netMonthly: null })).toEqual({ gb: '+20', monthly: '' });
});

it('a run without a plan, or whose plan moves no GB, shows nothing', () => {
  expect(net(null)).toEqual({ gb: '', monthly: '' });
  expect(net({ ...added, addedGb: 0, addedMonthly: '0.00', netGb: 0, netMonthly: '0.00' })).toEqual({
    gb: '',
    monthly: '',
  });
});

it('a run says every kind of change that it planned', () => {
  const planned = (plan: RunSummary['plan']) => plannedText(run('', '', plan));
  expect(planned({ ...added, configure: 2, adopt: 3, giveBack: 4 })).toBe(
    '1 to raise, 2 to configure, 3 to adopt, 4 to give back',
  );
  expect(planned(added)).toBe('1 to raise');
  expect(planned(null)).toBe('');
});

it('runs are listed newest first, and those of one moment by id, the same one equal to itself', () => {
  const [early, late, same] = [run('2030-06-14', 'z'), run('2030-06-15', 'a'), run('2030-06-15', 'b')];
  expect([early, late, same].sort(byNewest)).toEqual([same, late, early]);
  expect([same, early, late].sort(byNewest)).toEqual([same, late, early]);
  expect(Math.abs(byNewest(late, { ...late }))).toBe(0);
});

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
