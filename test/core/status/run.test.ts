import { describe, expect, it } from 'vitest';
import { hourMs, isoInstant } from '../../../lib/core/model/durations.ts';
import type { Mode } from '../../../lib/core/model/model.ts';
import type { Outcome } from '../../../lib/core/plan/run-summary.ts';
import { judgeLastRun, judgeLease, judgeMode, type LeaseFacts } from '../../../lib/core/status/run.ts';

const nowMs = Date.parse('2030-01-01T12:00:00Z');
type LastRun = NonNullable<Parameters<typeof judgeLastRun>[0]>;

const run = (given: Partial<LastRun> = {}, endedMsAgo = hourMs): LastRun => ({
  runId: 'run-1',
  outcome: 'applied',
  endedAt: isoInstant(nowMs - endedMsAgo),
  error: null,
  cause: null,
  plan: { digest: 'abc' },
  ...given,
});
const due = { longestMsAgo: 3 * hourMs, isDue: true, remedy: 'start one', approving: 'headroom apply --approve' };
const judged = (last: LastRun | null, expected: Partial<typeof due> | { longestMsAgo: null } = {}) =>
  judgeLastRun(last, { ...due, ...expected }, nowMs);

describe('the last run', () => {
  it.each<[Outcome, string]>([
    ['nothing', 'ok'],
    ['applied', 'ok'],
    ['observed', 'ok'],
    ['stopped', 'ok'],
    ['partial', 'attention'],
    ['needs-approval', 'attention'],
    ['failed', 'problem'],
  ])('that ended as %s is %s', (outcome, verdict) => {
    expect(judged(run({ outcome })).verdict).toBe(verdict);
  });

  it('that failed shows its error, however old it is, and one that needs approval shows its digest', () => {
    const failed = run({ outcome: 'failed', error: 'NoProjects', cause: 'none' }, 9 * hourMs);
    expect(judged(failed).says).toBe('failed, 9 hours ago (run-1): NoProjects: none');
    expect(judged(run({ outcome: 'needs-approval' })).remedy).toContain('--approve abc');
    const waiting = run({ outcome: 'needs-approval', plan: { digest: 'abc', proposal: { digest: 'def' } } });
    expect(judged(waiting).remedy).toContain('--approve def');
  });

  it('is a problem when it is over-age, at the hour', () => {
    expect(judged(run({}, 3 * hourMs)).verdict).toBe('ok');
    expect(judged(run({}, 3 * hourMs + 1))).toMatchObject({
      verdict: 'problem',
      remedy: 'start one',
    });
    expect(judged(run({}, 900 * hourMs), { longestMsAgo: null }).verdict).toBe('ok');
  });

  it('that never was is a problem only where one was due', () => {
    expect(judged(null).verdict).toBe('problem');
    expect(judged(null, { isDue: false }).verdict).toBe('attention');
  });
});

describe('the lease', () => {
  const lease = (given: Partial<LeaseFacts> = {}): LeaseFacts => ({
    runId: 'run-1',
    holder: 'hourly pass',
    heldForMs: 5 * 60_000,
    leftMs: 6 * hourMs,
    reported: false,
    abandoned: false,
    ...given,
  });

  it('names no owner of the store while a run that failed early knew none', () => {
    expect(judgeLease(lease({ owner: {} })).says).toBe(judgeLease(lease()).says);
  });

  it('held by a running run shows its holder, duration and expiry', () => {
    expect(judgeLease(lease())).toMatchObject({
      verdict: 'ok',
      says: 'held by hourly pass (run run-1) for 5 minutes; expires in 6 hours',
    });
    const command = 'headroom apply, process 17081 on host-1 (70f2c709 pid:[4026531836])';
    expect(judgeLease(lease({ holder: command })).says).toMatch(/^held by headroom apply on host-1 \(run run-1\)/);
    expect(judgeLease(lease({ heldForMs: null })).says).toContain('hourly pass (run run-1); expires');
  });

  it('says whose the store is, and is a problem if it is not that of the status', () => {
    const stack = (name: string) => `arn:aws:cloudformation:eu-west-1:111122223333:stack/${name}`;
    const owned = lease({ leftMs: -1, reported: true, owner: { organization: 'org-a', stack: stack('one') } });
    const text = 'store of org-a, stack one (eu-west-1, account 111122223333)';
    expect(judgeLease(owned, { organization: 'org-a' })).toMatchObject({
      verdict: 'ok',
      says: `free; last held by hourly pass, 5 minutes ago; ${text}`,
    });
    expect(judgeLease(owned, { organization: 'org-b' })).toMatchObject({ verdict: 'problem' });
    expect(judgeLease(owned, { stack: stack('two') }).says).toContain(`${text}, not of stack two (`);
  });

  it.each<[string, LeaseFacts | null, string, string]>([
    ['never taken', null, 'ok', 'free; never taken'],
    ['released', lease({ leftMs: -1, reported: true }), 'ok', 'free; last held by hourly pass, 5 minutes ago'],
    ['resting', lease({ leftMs: 0, rests: true }), 'ok', 'free while hourly pass (run run-1) asks the platform'],
    ['resting of a process that is gone', lease({ leftMs: 0, rests: true, abandoned: true }), 'attention', 'expired'],
    ['expired under a run that never ended', lease({ leftMs: 0 }), 'attention', 'expired'],
    ['of a process that is gone', lease({ abandoned: true }), 'attention', 'its process is gone'],
  ])('%s', (_, given, verdict, says) => {
    const line = judgeLease(given);
    expect(line.verdict).toBe(verdict);
    expect(line.says).toContain(says);
  });
});

it('the mode enforces, or is worth a word; on AWS there must be one', () => {
  const verdict = (policy: Mode | null) => judgeMode({ policy, store: null }, false).verdict;
  expect((['enforce', 'observe', 'stop', null] as const).map(verdict)).toEqual([
    'ok',
    'attention',
    'attention',
    'attention',
  ]);
  expect(judgeMode({ policy: null, store: null }, true).verdict).toBe('problem');
});

it('an override of the mode is shown with its author, and one that cannot be read is a problem', () => {
  const set = (mode: Mode) => ({ mode, since: '2026-03-02T08:00:00Z', by: 'ada' });
  expect(judgeMode({ policy: 'enforce', store: set('stop') }, false)).toMatchObject({
    verdict: 'attention',
    says: expect.stringMatching(/^stop: .* ada set the mode to stop at 2026-03-02T08:00:00Z/),
    remedy: 'headroom mode enforce',
  });
  expect(judgeMode({ policy: null, store: set('stop') }, false).says).toMatch(/^stop: .* ada set the mode to stop/);
  expect(judgeMode({ policy: null, store: set('enforce') }, false).says).toContain('no policy.yaml');
  expect(judgeMode({ policy: null, store: set('stop') }, true).verdict).toBe('problem');
  expect(judgeMode({ policy: 'observe', store: set('enforce') }, false).remedy).toContain('in the policy');
  expect(judgeMode({ policy: 'enforce', store: set('enforce') }, true).verdict).toBe('ok');
  const unreadable = { problem: 'mode.json in the store is not JSON' };
  expect(judgeMode({ policy: 'enforce', store: unreadable }, false).verdict).toBe('problem');
});
