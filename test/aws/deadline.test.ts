import { describe, expect, it } from 'vitest';
import { deadlineOf, reserveMs } from '../../lib/aws/deadline.ts';
import type { TaskName } from '../../lib/contract/task-contract.ts';

const now = Date.parse('2026-03-02T08:00:00Z');
const failure = { Error: 'PlatformThrottled' };

/** Seconds until the deadline of a call with this remaining Lambda time. */
const secondsOf = (task: TaskName, input: unknown, remaining: number) =>
  (deadlineOf(task, input, { getRemainingTimeInMillis: () => remaining * 1_000 }, now) - now) / 1_000;

describe('the deadline of a call', () => {
  const reserve = reserveMs / 1_000;

  it.each<[string, TaskName, object, number, number]>([
    ['before the state that waits for it gives up', 'survey', { runId: 'r', projects: [0] }, 270, 240 - reserve],
    ['before the state for the note of a failure gives up, which waits less', 'survey', { failure }, 270, 60 - reserve],
    ['the same, where the work is a phase of a project', 'apply', { failure }, 900, 60 - reserve],
    ['for the work of a whole phase', 'apply', { phase: 'grant', failure: undefined }, 900, 840 - reserve],
    ['before Lambda ends the function, where that comes first', 'apply', {}, 30, 30 - reserve],
    ['before Lambda ends the function, where no state waits', 'watch-services', {}, 900, 900 - reserve],
  ])('is %s', (_, task, input, remaining, expected) => {
    expect(secondsOf(task, input, remaining)).toBe(expected);
  });
});
