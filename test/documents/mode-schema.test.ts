import { expect, it } from 'vitest';
import { parseStoreMode } from '../../lib/documents/mode-schema.ts';

const whole = { mode: 'stop', since: '2026-03-02T08:00:00.000Z', by: 'ada' };
const stored = { version: 1, ...whole };

it('reads the mode of the store', () => {
  expect(parseStoreMode(JSON.stringify(stored), 'mode.json')).toEqual(whole);
});

it.each([
  ['nothing', ''],
  ['no version', JSON.stringify(whole)],
  ['half of it', '{"mode":"enf'],
  ['another mode', JSON.stringify({ ...stored, mode: 'pause' })],
  ['a mode in capitals', JSON.stringify({ ...stored, mode: 'ENFORCE' })],
  ['no time', JSON.stringify({ ...stored, since: 'yesterday' })],
  ['a member too many', JSON.stringify({ ...stored, until: '2027-01-01' })],
  ['a list', JSON.stringify([stored])],
  ['null', 'null'],
])('takes %s for a problem, never for a mode', (_what, body) => {
  expect(parseStoreMode(body, 'mode.json')).toEqual({ problem: expect.stringContaining('mode.json in the store') });
});
