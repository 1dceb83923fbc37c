import { expect, it } from 'vitest';
import { leavesReading, type Reader, readerInstead } from '../../../lib/core/inventory/coalesce.ts';

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

const self = reader({ runId: 'next', since: '2026-03-02T08:00:00.000Z' });

it.each<[string, Partial<Reader>, Partial<Reader>, boolean]>([
  ['a reader of the same policy that reads as much', {}, {}, true],
  ['one that reads everything', { reads: null }, {}, true],
  ['one that reads less', { reads: 99 }, {}, false],
  ['one that reads a part where it would read everything', {}, { reads: null }, false],
  ['one with another policy', { policy: 'edited' }, {}, false],
  ['a run that is no pass', { isPass: false }, {}, false],
  ['a reader for a run that is no pass', {}, { isPass: false }, false],
  ['itself, begun twice', { runId: 'next' }, {}, false],
  ['a reader that must have ended', { since: '2026-03-02T02:00:00.000Z' }, {}, false],
  ['one that does the work of another pass already', { coalesced: 'other' }, {}, false],
  ['one that does its work already, when it is repeated', { coalesced: 'next' }, {}, true],
  ['an hourly pass where it is the daily one', {}, { isDaily: true }, false],
  ['a daily pass where it is the daily one', { isDaily: true }, { isDaily: true }, true],
])('whether a pass is left to %s', (_, other, own, isLeft) => {
  const found = readerInstead([reader(other)], { ...self, ...own }, nowMs);
  expect(found?.runId).toBe(isLeft ? 'hourly' : undefined);
});
