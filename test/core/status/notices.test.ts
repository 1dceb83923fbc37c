import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../lib/core/model/durations.ts';
import { judgeNotices, judgeOutbox } from '../../../lib/core/status/notices.ts';

const day = 24 * hourMs;

describe('the status of notices', () => {
  it('has no line where nothing waits, and none about failures that are days old', () => {
    expect(judgeNotices({ waiting: 0, oldestMs: null, failed: [], unsent: 0 })).toEqual([]);
    expect(
      judgeNotices({ waiting: 0, oldestMs: null, failed: [{ channel: 'ops', msAgo: 4 * day }], unsent: 0 }),
    ).toEqual([]);
  });

  it('is ok while messages wait for a short time, and needs attention when no one delivers them', () => {
    const verdict = (oldestMs: number) => judgeNotices({ waiting: 2, oldestMs, failed: [], unsent: 0 })[0]?.verdict;
    expect([verdict(hourMs), verdict(hourMs + 1)]).toEqual(['ok', 'attention']);
  });

  it('needs attention while urgent findings reach no channel, whatever else waits', () => {
    const [line] = judgeNotices({ waiting: 1, oldestMs: 1, failed: [], unsent: 2 });
    expect(line).toMatchObject({
      verdict: 'attention',
      says: expect.stringContaining('2 urgent findings reached no channel'),
    });
  });

  it('names the channels that failed', () => {
    const failed = ['team', 'ops', 'ops'].map((channel) => ({ channel, msAgo: hourMs }));
    expect(judgeNotices({ waiting: 1, oldestMs: 1, failed, unsent: 1 })).toEqual([
      expect.objectContaining({ verdict: 'attention', says: '3 messages failed for good for ops, team; 1 waiting' }),
    ]);
  });
});

describe('the status of events', () => {
  it('has no line where the bus took everything', () => {
    expect(judgeOutbox({ waiting: 0, oldestMs: null, dropped: null })).toEqual([]);
    expect(judgeOutbox({ waiting: 0, oldestMs: null, dropped: { count: 2, msAgo: 4 * day } })).toEqual([]);
  });

  it('needs attention while events wait, and for days after some were given up', () => {
    expect(judgeOutbox({ waiting: 3, oldestMs: 2 * hourMs, dropped: { count: 2, msAgo: day } })).toEqual([
      {
        subject: 'events',
        verdict: 'attention',
        says: '3 not published, the oldest for 2 hours; 2 given up',
        remedy: 'headroom runbook events-not-published',
      },
    ]);
  });
});
