import { describe, expect, it } from 'vitest';
import { hourMs, isoInstant } from '../../../lib/core/model/durations.ts';
import { judgeNotices, judgeOutbox } from '../../../lib/core/status/notices.ts';

const day = 24 * hourMs;
const nowMs = Date.parse('2030-01-31T12:00:00Z');
const ago = (ms: number) => isoInstant(nowMs - ms);
const failedFor = (channel: string, msAgo: number) => ({ channel, diedAt: ago(msAgo) });
const waitingFor = (...ms: readonly number[]) => ms.map((age) => ({ createdAt: ago(age) }));

describe('the status of notices', () => {
  it('has no line where nothing waits, and none about failures that are days old', () => {
    expect(judgeNotices({ waiting: [], failed: [], unsent: 0 }, nowMs)).toEqual([]);
    expect(judgeNotices({ waiting: [], failed: [failedFor('ops', 4 * day)], unsent: 0 }, nowMs)).toEqual([]);
  });

  it('is ok while messages wait for a short time, and needs attention when no one delivers them', () => {
    const verdict = (oldestMs: number) =>
      judgeNotices({ waiting: waitingFor(1, oldestMs), failed: [], unsent: 0 }, nowMs)[0]?.verdict;
    expect([verdict(hourMs), verdict(hourMs + 1)]).toEqual(['ok', 'attention']);
  });

  it('needs attention while urgent findings reach no channel, whatever else waits', () => {
    const [line] = judgeNotices({ waiting: waitingFor(1), failed: [], unsent: 2 }, nowMs);
    expect(line).toMatchObject({
      verdict: 'attention',
      says: expect.stringContaining('2 urgent findings reached no channel'),
    });
  });

  it('names the channels that failed', () => {
    const failed = ['team', 'ops', 'ops'].map((channel) => failedFor(channel, hourMs));
    // Of one that is days old people know.
    failed.push(failedFor('old', 4 * day));
    expect(judgeNotices({ waiting: waitingFor(1), failed, unsent: 1 }, nowMs)).toEqual([
      expect.objectContaining({ verdict: 'attention', says: '3 messages failed for good for ops, team; 1 waiting' }),
    ]);
  });
});

describe('the status of events', () => {
  it('has no line where the bus took everything', () => {
    const held = { at: ago(2 * hourMs), heldUntil: ago(-1) };
    expect(judgeOutbox({ events: [held], dropped: null }, nowMs)).toEqual([]);
    expect(judgeOutbox({ events: [], dropped: { count: 2, at: ago(4 * day) } }, nowMs)).toEqual([]);
  });

  it('needs attention while events wait, and for days after some were given up', () => {
    const events = [1, 2, 1].map((hours) => ({ at: ago(hours * hourMs), heldUntil: ago(0) }));
    expect(judgeOutbox({ events, dropped: { count: 2, at: ago(day) } }, nowMs)).toEqual([
      {
        subject: 'events',
        verdict: 'attention',
        says: '3 not published, the oldest for 2 hours; 2 given up',
        remedy: 'headroom runbook events-not-published',
      },
    ]);
  });
});
