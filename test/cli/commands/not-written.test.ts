import { describe, expect, it } from 'vitest';
import { endingOf, type NextCommands, statusOf } from '../../../lib/cli/commands/not-written.ts';
import type { ReportObject } from '../../../lib/run/store/run-objects.ts';

const next: NextCommands = {
  again: 'headroom apply',
  approving: (digest) => `headroom apply --approve ${digest}`,
  enforcing: 'headroom mode enforce',
};

interface Ended {
  readonly outcome: ReportObject['outcome'];
  readonly results?: readonly object[];
  readonly changes?: number;
  readonly unread?: number;
  readonly waiting?: number;
  readonly codes?: readonly string[];
}

const reportOf = ({ outcome, results = [], changes = results.length, unread = 0, waiting = 0, codes = [] }: Ended) =>
  ({
    outcome,
    results,
    unread: Array(unread).fill({}),
    plan: {
      digest: 'd1',
      changes: Array(changes).fill({}),
      findings: codes.map((code) => ({ code })),
      freeze: { reason: 'launch', until: '2026-03-02T09:00:00.000Z', waiting: Array(waiting).fill({}) },
    },
  }) as unknown as ReportObject;

const confirmed = { status: 'confirmed' };
const skipped = { status: 'skipped', error: 'another one' };
const restrained = { status: 'skipped', restrained: true, error: 'ada set the mode to stop.' };
const failed = { status: 'failed' };

describe('the exit status and last line of a command that was to write', () => {
  it.each<[string, Ended, number, string]>([
    ['did all', { outcome: 'applied' }, 0, 'Applied: every change is confirmed.'],
    ['had nothing to do', { outcome: 'nothing' }, 0, 'Nothing to do.'],
    ['met a guardrail', { outcome: 'needs-approval' }, 4, 'headroom apply --approve d1'],
    [
      'was stopped by the store',
      { outcome: 'stopped', codes: ['mode-of-store'] },
      5,
      'Not written: the mode in the store is stop. Next: headroom mode enforce',
    ],
    [
      'met a mode that cannot be read',
      { outcome: 'stopped', codes: ['mode-unreadable'] },
      5,
      'Not written: the mode in the store is stop. Next: headroom mode enforce',
    ],
    [
      'was stopped by the policy',
      { outcome: 'stopped' },
      5,
      'Not written: the mode of the policy is stop. Next: set mode: enforce in the policy, then headroom apply',
    ],
    [
      'only observed',
      { outcome: 'observed', changes: 1, codes: ['mode-of-store'] },
      5,
      'Not written: the mode in the store is observe, so 1 change waits. Next: headroom mode enforce',
    ],
    [
      'was frozen',
      { outcome: 'nothing', waiting: 3 },
      5,
      'Not written: 3 changes wait for the end of the freeze (launch, until 2026-03-02T09:00:00.000Z). Next, after it: headroom apply',
    ],
    [
      'was frozen in part',
      { outcome: 'applied', waiting: 1 },
      5,
      'Applied, but 1 change waits for the end of the freeze',
    ],
    [
      'was stopped on the way',
      { outcome: 'partial', results: [confirmed, restrained, skipped] },
      5,
      'Not written: 2 changes left out. ada set the mode to stop. Next: headroom apply',
    ],
    ['failed in part', { outcome: 'partial', results: [confirmed, failed] }, 3, 'Applied in part'],
    ['failed and was stopped', { outcome: 'partial', results: [failed, restrained] }, 3, 'Applied in part'],
    [
      'could not confirm',
      { outcome: 'partial', results: [{ status: 'unconfirmed' }, restrained] },
      3,
      'Applied in part',
    ],
    ['skipped for another reason', { outcome: 'partial', results: [confirmed, skipped] }, 3, 'Applied in part'],
    ['could not read all', { outcome: 'partial', results: [restrained], unread: 1 }, 3, 'Applied in part'],
    ['has no word of some changes', { outcome: 'partial', results: [restrained], changes: 2 }, 3, 'Applied in part'],
    ['failed in part in a freeze', { outcome: 'partial', results: [failed], waiting: 2 }, 3, 'Applied in part'],
  ])('that %s', (_, ended, status, text) => {
    const report = reportOf(ended);
    expect(statusOf(report)).toBe(status);
    const line = endingOf({ report, storeMode: null }, next);
    expect(line).toContain(text);
    expect(line).not.toContain('\n');
  });

  it('names the command that writes whatever the mode, where there is one', () => {
    const stopped = reportOf({ outcome: 'stopped', codes: ['mode-of-store'] });
    const overruling = 'headroom undo r --under-stop --yes';
    expect(endingOf({ report: stopped, storeMode: null }, { ...next, overruling })).toBe(
      'Not written: the mode in the store is stop. Next: headroom undo r --under-stop --yes',
    );
  });

  it.each([
    [
      { mode: 'stop', by: 'ada on vm', since: '2026-03-02T08:00:00.000Z' },
      ' (set by ada on vm at 2026-03-02T08:00:00.000Z)',
    ],
    [{ problem: 'mode.json in the store is not JSON' }, ', because mode.json in the store is not JSON'],
  ] as const)('says who has set the mode, or why it cannot be read: %j', (storeMode, text) => {
    const report = reportOf({ outcome: 'stopped', codes: ['mode-of-store'] });
    expect(endingOf({ report, storeMode }, next)).toBe(
      `Not written: the mode in the store is stop${text}. Next: headroom mode enforce`,
    );
  });
});
