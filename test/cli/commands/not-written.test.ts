import { describe, expect, it } from 'vitest';
import { endingOf, type NextCommands, statusOf } from '../../../lib/cli/commands/not-written.ts';
import type { ReportObject } from '../../../lib/run/store/run-objects.ts';

const next: NextCommands = {
  retry: 'headroom apply',
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
  readonly violations?: number;
}

const nowMs = Date.parse('2026-03-02T08:12:00.000Z');

const reportOf = ({
  outcome,
  results = [],
  changes = results.length,
  unread = 0,
  waiting = 0,
  codes = [],
  violations = 0,
}: Ended) =>
  ({
    outcome,
    results,
    unread: Array(unread).fill({}),
    plan: {
      digest: '0123456789abcdef',
      violations: Array(violations).fill({}),
      ...(violations > 0 && {
        proposal: { digest: 'fedcba9876543210', changes: [], violations: Array(violations).fill({}) },
      }),
      changes: Array(changes).fill({}),
      findings: codes.map((code) => ({ code })),
      freeze: { reason: 'launch', until: '2026-03-02T09:00:00.000Z', waiting: Array(waiting).fill({}) },
    },
  }) as unknown as ReportObject;

const confirmed = { status: 'confirmed' };
const skipped = { status: 'skipped', error: 'another one' };
const restrained = { status: 'skipped', restrained: true, error: 'ada set the mode to stop.' };
const failed = { status: 'failed' };

describe('the exit status and last line of a command that writes', () => {
  it.each<[string, Ended, number, string]>([
    ['did all', { outcome: 'applied' }, 0, 'Applied: every change is confirmed.'],
    ['had nothing to do', { outcome: 'nothing' }, 0, 'Nothing to do.'],
    [
      'exceeded guardrails',
      { outcome: 'needs-approval', violations: 2 },
      4,
      'Not applied: 2 guardrails need approval. Approve this plan with: headroom apply --approve fedcba987654',
    ],
    [
      'applied what harms nothing',
      { outcome: 'applied', results: [confirmed], violations: 1 },
      4,
      'Applied what needs no approval: every change is confirmed. 0 changes wait: 1 guardrail needs approval. Approve at most these with: headroom apply --approve fedcba987654',
    ],
    ['failed beside what waits', { outcome: 'partial', results: [failed], violations: 1 }, 3, 'Partly applied'],
    ['exceeded one', { outcome: 'needs-approval', violations: 1 }, 4, 'Not applied: 1 guardrail needs approval.'],
    [
      'was stopped by the store',
      { outcome: 'stopped', codes: ['mode-of-store'] },
      5,
      'Not written: the mode in the store is stop. Next: headroom mode enforce',
    ],
    [
      'found an unreadable mode',
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
      'Not written: the mode in the store is observe; 1 change waits. Next: headroom mode enforce',
    ],
    [
      'was frozen',
      { outcome: 'nothing', waiting: 3 },
      5,
      'Not written: 3 changes wait for the end of the freeze (launch, until 2026-03-02T09:00:00.000Z). After the freeze, run: headroom apply',
    ],
    [
      'was frozen in part',
      { outcome: 'applied', waiting: 1 },
      5,
      'Applied, but 1 change waits for the end of the freeze',
    ],
    [
      'was stopped during the run',
      { outcome: 'partial', results: [confirmed, restrained, skipped] },
      5,
      'Not written: 2 changes skipped. ada set the mode to stop. Next: headroom apply',
    ],
    ['failed in part', { outcome: 'partial', results: [confirmed, failed] }, 3, 'Partly applied'],
    ['failed and was stopped', { outcome: 'partial', results: [failed, restrained] }, 3, 'Partly applied'],
    [
      'could not confirm',
      { outcome: 'partial', results: [{ status: 'unconfirmed' }, restrained] },
      3,
      'Partly applied',
    ],
    ['skipped for another reason', { outcome: 'partial', results: [confirmed, skipped] }, 3, 'Partly applied'],
    ['could not read all', { outcome: 'partial', results: [restrained], unread: 1 }, 3, 'Partly applied'],
    ['has no result of some changes', { outcome: 'partial', results: [restrained], changes: 2 }, 3, 'Partly applied'],
    ['failed in part in a freeze', { outcome: 'partial', results: [failed], waiting: 2 }, 3, 'Partly applied'],
  ])('that %s', (_, ended, status, text) => {
    const report = reportOf(ended);
    expect(statusOf(report)).toBe(status);
    const line = endingOf({ report, storeMode: null, nowMs }, next);
    expect(line).toContain(text);
    expect(line).not.toContain('\n');
  });

  it('names the command that writes in any mode, if there is one', () => {
    const stopped = reportOf({ outcome: 'stopped', codes: ['mode-of-store'] });
    const overriding = 'headroom undo r --under-stop --yes';
    expect(endingOf({ report: stopped, storeMode: null, nowMs }, { ...next, overriding })).toBe(
      'Not written: the mode in the store is stop. Next: headroom undo r --under-stop --yes',
    );
  });

  it.each([
    [
      { mode: 'stop', by: 'ada on vm', since: '2026-03-02T08:00:00.000Z' },
      ' (set by ada on vm, 12 minutes ago (2026-03-02T08:00:00.000Z))',
    ],
    [{ problem: 'mode.json in the store is not JSON' }, ', because mode.json in the store is not JSON'],
  ] as const)('names who set the mode, or why it is unreadable: %j', (storeMode, text) => {
    const report = reportOf({ outcome: 'stopped', codes: ['mode-of-store'] });
    expect(endingOf({ report, storeMode, nowMs }, next)).toBe(
      `Not written: the mode in the store is stop${text}. Next: headroom mode enforce`,
    );
  });
});
