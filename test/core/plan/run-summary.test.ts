import { expect, it } from 'vitest';
import { byNewest, netTexts, plannedText, type RunSummary } from '../../../lib/core/plan/run-summary.ts';

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
