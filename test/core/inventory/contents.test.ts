import { expect, it } from 'vitest';
import { type Contents, contentsText, isNoted } from '../../../lib/core/inventory/contents.ts';
import { aService } from '../organization.ts';

const record: Contents = {
  organization: 'org',
  runId: 'first',
  readAt: '2030-01-01T10:00:00.000Z',
  tags: { team: 'a', env: 'prod' },
  services: [aService({ name: 'a' }), aService({ name: 'b', tags: { x: '1', y: '2' } })],
  endpoints: [],
  alerts: [],
  announced: ['a', 'b'],
};

it.each<[string, object]>([
  ['another run and time', { runId: 'next', readAt: '2030-01-02T10:00:00.000Z', seenAt: '2030-01-02T10:00:01.000Z' }],
  ['another order of tags', { tags: { env: 'prod', team: 'a' } }],
  ['another order of lists', { services: record.services.toReversed(), announced: ['b', 'a'] }],
  ['a note of a run', { changedBy: 'other', granted: [{ service: 'a', gb: 9 }], trouble: { error: 'Unknown' } }],
  ['an absent member that is named', { appeared: undefined }],
])('a reading with %s has the contents of the record', (_, other) => {
  expect(contentsText({ ...record, ...other }) === contentsText(record)).toBe(true);
});

it.each<[string, object]>([
  ['another tag', { tags: { team: 'b', env: 'prod' } }],
  ['another disk', { services: [aService({ name: 'a', diskMb: 1 }), record.services[1]] }],
  ['one service less', { services: [record.services[0]] }],
  ['unknown alerts', { alerts: undefined }],
  ['another organization', { organization: 'other' }],
  ['a new service that is not published', { announced: ['a'] }],
  ['a member that this version does not know', { later: 1 }],
])('a reading with %s differs from the record', (_, other) => {
  expect(contentsText({ ...record, ...other }) === contentsText(record)).toBe(false);
});

it.each<[string, object, boolean]>([
  ['nothing', {}, false],
  ['a run that changes the project', { changedBy: 'other' }, true],
  ['a granted maximum', { granted: [{ service: 'a', gb: 9 }] }, true],
  ['why it could not be read', { trouble: { error: 'Unknown' } }, true],
])('a reading with %s is one with a note: %s', (_, note, expected) => {
  expect(isNoted({ ...record, ...note })).toBe(expected);
});
