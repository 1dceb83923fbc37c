import { expect, it } from 'vitest';
import { leavesReading, type Reader } from '../../../lib/core/inventory/coalesce.ts';

const nowMs = Date.parse('2026-03-02T08:00:00.000Z');
const daily = { runId: 'daily', isDaily: true };

const reader = (more: Partial<Reader> = {}): Reader => ({
  runId: 'hourly',
  by: 'hourly pass',
  since: '2026-03-02T07:30:00.000Z',
  isPass: true,
  isDaily: false,
  reads: 100,
  policy: 'p',
  ...more,
});

it.each([
  ['leaves the reading to an hourly pass that reads', daily, [reader()], true],
  ['reads itself where none reads', daily, [], false],
  ['reads beside a run that does not cover the organization', daily, [reader({ isPass: false })], false],
  ['reads beside a reader that may be dead', daily, [reader({ since: '2026-03-02T06:50:00.000Z' })], false],
  ['does not leave it to itself', { ...daily, runId: 'hourly' }, [reader()], false],
  ['is the daily one: an hourly pass reads', { ...daily, isDaily: false }, [reader()], false],
])('a pass %s', (_, self, readers, leaves) => {
  expect(leavesReading(readers, self, 60, nowMs)).toBe(leaves);
});
