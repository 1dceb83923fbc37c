import { describe, expect, it } from 'vitest';
import { agesOf } from '../../../lib/run/plan/ages.ts';
import { aSnapshot } from '../../core/organization.ts';
import { aRun } from '../stored.ts';

const startedAt = '2030-01-01T12:00:00.000Z';
const run = aRun({ startedAt, promisedMinutes: 60 });
const read = (project: string, readAt: string | undefined, given: object = {}) => ({
  ...aSnapshot({ project, ...given }),
  readAt,
});
const of = (given: object, of = run) =>
  agesOf(of, { snapshots: [], remembered: [], unread: [], lastApplied: new Map(), ...given } as never);

describe('the readings of a plan', () => {
  it('are summed up with the oldest, where the run did not read all of them itself', () => {
    const snapshots = [read('a', '2030-01-01T12:00:01.000Z'), read('b', '2030-01-01T11:30:00.000Z')];
    const unread = [
      { project: 'b', error: 'NotReadYet', message: '' },
      { project: 'c', error: 'NotReadYet', message: '' },
    ];
    const remembered = [read('d', '2030-01-01T11:10:00.000Z'), read('e', undefined)];
    expect(of({ snapshots, remembered, unread }).readings).toEqual({
      projects: 3,
      olderThanRun: 2,
      oldestMinutes: 50,
      oldestProject: 'd',
      promisedMinutes: 60,
      notReadYet: 1,
    });
    expect(of({ snapshots: snapshots.slice(0, 1) }).readings).toBeUndefined();
  });

  it('leave a finding where they are far too old, and none where nothing was promised', () => {
    const snapshots = [read('a', '2030-01-01T09:59:00.000Z')];
    expect(of({ snapshots }).notes.map(({ code }) => code)).toEqual(['readings-old']);
    const silent = of({ snapshots }, aRun({ startedAt }));
    expect([silent.notes, silent.readings?.promisedMinutes]).toEqual([[], null]);
  });

  it('are not old because of a project that is no longer listed, of which the last reading is used', () => {
    const remembered = [{ ...read('a', '2029-12-01T00:00:00.000Z'), standing: 'unlisted' }];
    expect(of({ remembered }).notes).toEqual([]);
    expect(of({ remembered: remembered.map(({ standing: _, ...other }) => other) }).notes).toHaveLength(1);
  });

  it('name another store that changes the projects, but not what this one applied', () => {
    const remembered = [read('a', startedAt, { appeared: { 'headroom-orders': startedAt } })];
    expect(of({ remembered }).notes).toMatchObject([{ code: 'other-store', project: 'a' }]);
    const lastApplied = new Map([['a', [{ endpointName: 'headroom-orders' }]]]);
    expect(of({ remembered, lastApplied }).notes).toEqual([]);
  });
});
